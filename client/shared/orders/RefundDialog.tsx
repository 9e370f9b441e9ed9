import type { RefundableView } from '@haat/contract/common';
import { refundOrder } from '@haat/contract/orders/adjustments.calls';
import type { PaymentMethod } from '@haat/contract/orders/counter-sale';
import { REASON_TEXT_MAX } from '@haat/contract/orders/order-reasons';
import { type RefundParts, splitRefund } from '@haat/contract/payments/refund';
import { formatPaise, toPaise } from '@haat/contract/rupees';
import { type SubmitEvent, useState } from 'react';
import { type Text, type TextId, useText } from '../../i18n/use-text.ts';
import { randomKey } from '../../lib/storage.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, useFocusOnFirst } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showText } from '../../ui/toasts.tsx';
import { useChange } from '../../ui/use-change.ts';
import { amountProblem, type Limits, RefundAmount, toParts } from './RefundAmount.tsx';

export type RefundProps = {
  orderId: number;
  number: string;
  refundable: RefundableView;
  paidBy?: PaymentMethod;
  /** Before that, nothing is paid out in cash. */
  isDelivered: boolean;
  onSettled?: () => unknown;
};

const OWN_TEXTS = { refund_too_high: 'refund.tooHigh', idempotency_conflict: 'refund.sent' } as const;

/** Asks for the amount and the reason, and refunds it. */
export function RefundDialog({
  orderId,
  number,
  refundable,
  paidBy = 'cod',
  isDelivered,
  onSettled,
  onClose,
}: RefundProps & { onClose: () => void }) {
  const t = useText();
  // One request however often it is sent.
  const [key] = useState(randomKey);
  const [values, setValues] = useState({ amount: '', reason: '' });
  const [problems, setProblems] = useState<Problems>({});
  const form = useFocusOnFirst(problems);
  const { send, isSending, refusal } = useChange(refundOrder, {
    failed: 'refund.failed',
    own: OWN_TEXTS,
    onDone: (_, { body: { amount } }) => {
      onClose();
      const parts = splitRefund(toPaise(amount), toParts(refundable));
      void showText('success', doneText(t, parts, paidBy));
    },
    ...(onSettled && { onSettled }),
  });
  const title = t('refund.title', { number });
  const change = (changed: Partial<typeof values>) => {
    setValues({ ...values, ...changed });
    setProblems({});
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = findProblems(values, { refundable, isDelivered });
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    send({ params: { id: orderId }, body: { amount: Number(values.amount), reason: values.reason.trim() }, key });
  };
  return (
    <Dialog shape="sheet" label={title} onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap={4}>
          <h2>{title}</h2>
          <RefundAmount
            refundable={refundable}
            paidBy={paidBy}
            amount={values.amount}
            problem={problems.amount}
            autoFocus
            onChange={(amount) => change({ amount })}
          />
          <Field
            label={t('endOrder.text')}
            hint={t('refund.reasonHint')}
            maxLength={REASON_TEXT_MAX}
            value={values.reason}
            problem={problems.reason && t(problems.reason)}
            onChange={(event) => change({ reason: event.target.value })}
          />
          {refusal ? <Notice tone="error">{refusal}</Notice> : null}
          <Row justify="between">
            <Button look="secondary" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={isSending}>
              {t('refund.confirm')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}

type Problems = { amount?: TextId; reason?: TextId };

function doneText(t: Text, { onlinePaise, cashPaise }: RefundParts, paidBy: PaymentMethod): string {
  const [online, cash] = [formatPaise(onlinePaise), formatPaise(cashPaise)];
  if (cashPaise === 0) return t('refund.done', { amount: online });
  if (onlinePaise === 0) return t(DONE_TEXTS[paidBy], { amount: cash });
  return t('refund.doneBoth', { online, cash });
}

const DONE_TEXTS = {
  cod: 'refund.doneCash',
  online: 'refund.doneCash',
  upi: 'refund.doneUpi',
  card: 'refund.doneCard',
  split: 'refund.doneSplit',
} as const satisfies Record<PaymentMethod, TextId>;

function findProblems({ amount, reason }: { amount: string; reason: string }, limits: Limits): Problems {
  const problem = amountProblem(amount, limits);
  return { ...(problem && { amount: problem }), ...(reason.trim() === '' && { reason: 'endOrder.textRequired' }) };
}
