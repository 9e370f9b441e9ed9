import type { PaymentStatus } from './payment.ts';

/**
 * The amounts of an order, in paise. `paidPaise` is the sum of the others: the money returned because items changed, the money
 * refunded, and the final price paid by the customer.
 */
export type Settlement = { paidPaise: number; changePaise: number; refundedPaise: number; keptPaise: number };

export type SettledOrder = {
  paymentStatus: PaymentStatus;
  isOnline: boolean;
  isDelivered: boolean;
  /** The totals of all revisions, the current one last. */
  totals: readonly number[];
  /** The part of the current total that is paid in cash on delivery, although the order was paid online. */
  cashExtraPaise: number;
  /** The part of the current total that was refunded, or is being refunded. */
  refundedPaise: number;
};

const PAID = new Set<PaymentStatus>(['collected', 'paid', 'refund_due', 'refunded']);

/** The settlement of an order; undefined as long as nothing was paid. */
export function settlementOf(order: SettledOrder): Settlement | undefined {
  const { paymentStatus, isOnline, isDelivered, totals, cashExtraPaise, refundedPaise } = order;
  if (!PAID.has(paymentStatus)) return undefined;
  const changePaise = isOnline ? changesOf(totals) : 0;
  const duePaise = isDelivered ? 0 : cashExtraPaise;
  const paidPaise = (totals.at(-1) ?? 0) + changePaise - duePaise;
  return { paidPaise, changePaise, refundedPaise, keptPaise: paidPaise - changePaise - refundedPaise };
}

/** Splits a new total of an order paid online: the amount to refund, and the amount to pay in cash. */
export const splitChange = (onlinePaise: number, totalPaise: number) => ({
  refundPaise: Math.max(0, onlinePaise - totalPaise),
  cashExtraPaise: Math.max(0, totalPaise - onlinePaise),
});

/** The amount of an online payment that was returned because the total became lower. */
function changesOf([placedPaise = 0, ...totals]: readonly number[]): number {
  let onlinePaise = placedPaise;
  for (const totalPaise of totals) onlinePaise -= splitChange(onlinePaise, totalPaise).refundPaise;
  return placedPaise - onlinePaise;
}
