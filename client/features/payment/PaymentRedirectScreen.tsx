import { useEffect } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { usePaymentProblem } from './use-payment-problem.ts';
import { usePaymentFlow } from './use-payment-flow.ts';

/** On the way to the provider, and back from it. Spec section 2, payment redirect. */
export function PaymentRedirectScreen() {
  const t = useText();
  const { state, readProblem } = usePaymentFlow();
  useEffect(() => {
    // The way back must not need the line: it is the moment at which it breaks.
    void import('../order-summary/OrderSummaryScreen.tsx').catch(() => {});
  }, []);
  const problem = usePaymentProblem(state.context.problem);
  const doing = state.matches('verifying') ? 'payment.verifying' : 'payment.opening';
  return (
    <Page title={t('payment.title')} narrow="form">
      {problem === undefined ? <Notice>{t(doing)}</Notice> : <AlertDialog text={problem} onClose={readProblem} />}
    </Page>
  );
}
