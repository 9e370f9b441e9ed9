import type { PaymentTrailView } from '@haat/contract/api/operator-payments.schema';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { callApi } from '../../lib/api.ts';
import { DESK_QUERY_KEYS } from '../../lib/desk-query-keys.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useRefusalText } from '../../ui/use-refusal-text.ts';
import desk from '../desk/Desk.module.css';
import { paymentTrailQuery, TRAIL } from './operator-payments-query.ts';

const SAID = { check: 'operatorPayments.checked', refund: 'operatorPayments.refundBegun' } as const;

/** What is legal now: asking the provider, and giving the money back after a question. */
export function PaymentActions({ payment: { id, amount, can_check, can_refund } }: { payment: PaymentTrailView }) {
  const t = useText();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = usePaymentAction(id);
  const problem = useRefusalText('operatorPayments.actionFailed')(error);
  const refund = () => {
    setAsking(false);
    mutate('refund');
  };
  if (!can_check && !can_refund && !problem) return null;
  return (
    <div className={desk.actions}>
      {can_check ? (
        <Button look="secondary" disabled={isPending} onClick={() => mutate('check')}>
          {t('operatorPayments.check')}
        </Button>
      ) : null}
      {can_refund ? (
        <Button look="secondary" disabled={isPending} onClick={() => setAsking(true)}>
          {t('operatorPayments.refund')}
        </Button>
      ) : null}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {isAsking ? (
        <ConfirmDialog
          text={t('operatorPayments.refundSure', { amount: formatRupees(amount) })}
          confirm={t('operatorPayments.refund')}
          onConfirm={refund}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}

/** Does something about a payment on the server; what is known of payments is read again, whatever came of it. */
function usePaymentAction(id: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (action: keyof typeof SAID) =>
      callApi<PaymentTrailView>(`/api/operator/payments/${id}/${action}`, { method: 'POST', like: TRAIL }),
    onSuccess: (trail, action) => {
      queries.setQueryData(paymentTrailQuery(String(id)).queryKey, trail);
      showToast({ tone: 'success', key: SAID[action] });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: DESK_QUERY_KEYS.operatorPayments }),
  });
}
