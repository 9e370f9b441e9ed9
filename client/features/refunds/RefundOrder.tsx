import { refundOrder } from '@haat/contract/api/payments';
import { REASON_TEXT_MAX } from '@haat/contract/rules/order-reasons';
import { formatRupees, isRupees } from '@haat/contract/rules/rupees';
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { TextId } from '../../i18n/use-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { randomKey } from '../../lib/storage.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, useFocusOnFirst } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showText } from '../../ui/toasts.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';

type Props = {
  orderId: number;
  number: string;
  /** The most that can go back, in rupees. */
  left: number;
  isCash: boolean;
  /** Also after a refusal: the order may have changed in the meantime. */
  onSettled: () => unknown;
};

/** The button with which shop and operator return a part of what an order cost. */
export function RefundOrder(props: Props) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('refund.part')}
      </Button>
      {isOpen ? <RefundDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

const OWN_TEXTS = { refund_too_high: 'refund.tooHigh', idempotency_conflict: 'refund.sent' } as const;

function RefundDialog({ orderId, number, left, isCash, onSettled, onClose }: Props & { onClose: () => void }) {
  const t = useText();
  // One request however often it is sent.
  const [key] = useState(randomKey);
  const [values, setValues] = useState({ amount: '', reason: '' });
  const [problems, setProblems] = useState<Problems>({});
  const form = useFocusOnFirst(problems);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => {
      const body = { amount: Number(values.amount), reason: values.reason.trim() };
      return call(refundOrder, { params: { id: orderId }, body, key });
    },
    onSuccess: () => {
      onClose();
      const amount = formatRupees(Number(values.amount));
      void showText('success', t(isCash ? 'refund.doneCash' : 'refund.done', { amount }));
    },
    onSettled,
  });
  const refusal = useRefusalText('refund.failed', OWN_TEXTS)(error);
  const title = t('refund.title', { number });
  const change = (changed: Partial<typeof values>) => {
    setValues({ ...values, ...changed });
    setProblems({});
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = findProblems(values, left);
    setProblems(found);
    if (Object.keys(found).length === 0) mutate();
  };
  return (
    <Dialog shape="sheet" label={title} onClose={onClose}>
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap={4}>
          <h2>{title}</h2>
          <p>{t(isCash ? 'refund.effectCash' : 'refund.effect')}</p>
          <Field
            label={t('refund.amount')}
            hint={t('refund.left', { amount: formatRupees(left) })}
            inputMode="decimal"
            autoComplete="off"
            autoFocus
            value={values.amount}
            problem={problems.amount && t(problems.amount)}
            onChange={(event) => change({ amount: event.target.value })}
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
            <Button type="submit" disabled={isPending}>
              {t('refund.confirm')}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}

type Problems = { amount?: TextId; reason?: TextId };

function findProblems({ amount, reason }: { amount: string; reason: string }, left: number): Problems {
  const rupees = Number(amount);
  const isAmount = amount.trim() !== '' && isRupees(rupees) && rupees >= 1;
  const problem = isAmount ? (rupees > left ? 'refund.tooHigh' : undefined) : 'refund.noAmount';
  return { ...(problem && { amount: problem }), ...(reason.trim() === '' && { reason: 'endOrder.textRequired' }) };
}
