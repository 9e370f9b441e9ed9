import { useQuery } from '@tanstack/react-query';
import { Link, useMatch } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import desk from '../desk/Desk.module.css';
import { useSession } from '../session/use-session.ts';
import { paymentTrailQuery } from './operator-payments-query.ts';
import { PaymentActions } from './PaymentActions.tsx';
import { PaymentFacts } from './PaymentFacts.tsx';
import { PaymentReports } from './PaymentReports.tsx';
import { PaymentSteps } from './PaymentSteps.tsx';

/** One payment with all that happened to it, and what the platform's operator can do about it. */
export function PaymentTrailScreen() {
  const t = useText();
  const { isOperator } = useSession();
  const { id = '' } = useMatch('/operator/payments/:id')?.params ?? {};
  return (
    <Page title={t('operatorPayments.one', { id })} narrow>
      {isOperator ? <PaymentTrail key={id} id={id} /> : <Notice tone="error">{t('operator.denied')}</Notice>}
    </Page>
  );
}

function PaymentTrail({ id }: { id: string }) {
  const t = useText();
  const { data: payment, error, refetch } = useQuery(paymentTrailQuery(id));
  if (error && !payment) return <LoadFailure text={t('operatorPayments.oneFailed')} onRetry={() => void refetch()} />;
  if (!payment) return <Skeleton height="150vh" radius="var(--radius-card)" />;
  return (
    <div className={desk.stack}>
      <PaymentFacts payment={payment} />
      <PaymentActions payment={payment} />
      <PaymentSteps events={payment.events} refunds={payment.refunds} />
      <PaymentReports reports={payment.webhooks} />
      <p>
        <Link to="/operator/payments">{t('operatorPayments.all')}</Link>
      </p>
    </div>
  );
}
