import type { RefundableView } from '@haat/contract/common';
import type { PaymentMethod } from '@haat/contract/orders/counter-sale';
import { MIN_ONLINE_PAISE } from '@haat/contract/payments/payment';
import { type RefundParts, splitRefund } from '@haat/contract/payments/refund';
import { formatPaise, isRupees, toPaise } from '@haat/contract/rupees';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { Field } from '../../ui/Field.tsx';
import looks from '../../ui/looks.module.css';

type Props = {
  refundable: RefundableView;
  /** How the part not paid online was paid. */
  paidBy?: PaymentMethod | undefined;
  amount: string;
  problem: TextId | undefined;
  autoFocus?: boolean;
  onChange: (amount: string) => void;
};

/** The field for an amount to refund, and how it goes back to the customer: online, in cash, or both. */
export function RefundAmount({ refundable, paidBy, amount, problem, autoFocus = false, onChange }: Props) {
  const t = useText();
  return (
    <>
      <p className={looks.note} aria-live="polite">
        <RefundEffect refundable={refundable} paidBy={paidBy} amount={amount} />
      </p>
      <Field
        label={t('refund.amount')}
        hint={t('refund.left', { amount: formatPaise(leftPaise(refundable)) })}
        inputMode="decimal"
        autoComplete="off"
        autoFocus={autoFocus}
        value={amount}
        problem={problem && t(problem)}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}

/** Of all that is left as long as no possible amount is given. */
function RefundEffect({ refundable, paidBy = 'cod', amount }: Pick<Props, 'refundable' | 'paidBy' | 'amount'>) {
  const t = useText();
  const isPossible = amountProblem(amount, { refundable, isDelivered: true }) === undefined;
  const paise = isPossible ? toPaise(Number(amount)) : leftPaise(refundable);
  const { onlinePaise, cashPaise } = splitRefund(paise, toParts(refundable));
  if (cashPaise === 0) return t('refund.effect');
  if (onlinePaise === 0 && refundable.online > 0 && cashPaise < MIN_ONLINE_PAISE) return t('refund.effectSmall');
  if (onlinePaise === 0) return t(EFFECT_TEXTS[paidBy]);
  return t('refund.effectBoth', { online: formatPaise(onlinePaise), cash: formatPaise(cashPaise) });
}

const EFFECT_TEXTS = {
  cod: 'refund.effectCash',
  // What became dearer, at delivery.
  online: 'refund.effectCash',
  upi: 'refund.effectUpi',
  card: 'refund.effectCard',
  split: 'refund.effectSplit',
} as const satisfies Record<PaymentMethod, TextId>;

export const toParts = ({ online, cash }: RefundableView): RefundParts => ({
  onlinePaise: toPaise(online),
  cashPaise: toPaise(cash),
});

/** The largest possible refund, in paise. */
export const leftPaise = ({ online, cash }: RefundableView): number => toPaise(online) + toPaise(cash);

export type Limits = { refundable: RefundableView; isDelivered: boolean };

/** Why an amount cannot be refunded; undefined when it can. */
export function amountProblem(amount: string, { refundable, isDelivered }: Limits): TextId | undefined {
  const rupees = Number(amount);
  if (amount.trim() === '' || !isRupees(rupees) || rupees <= 0) return 'refund.noAmount';
  const paise = toPaise(rupees);
  if (paise > leftPaise(refundable)) return 'refund.tooHigh';
  return paise < MIN_ONLINE_PAISE && !isDelivered ? 'refund.tooLow' : undefined;
}
