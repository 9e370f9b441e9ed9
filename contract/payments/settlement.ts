import type { PaymentStatus } from './payment.ts';

/**
 * What was paid for an order and what of it went back, in paise: what was paid is what went back because its items changed, what
 * was refunded, and what the customer paid in the end, together.
 */
export type Settlement = { paidPaise: number; changePaise: number; refundedPaise: number; keptPaise: number };

export type SettledOrder = {
  paymentStatus: PaymentStatus;
  isOnline: boolean;
  isDelivered: boolean;
  /** The totals of all revisions, the present one last. */
  totals: readonly number[];
  /** What of the present total is paid in cash, at the delivery, although the order was paid online. */
  cashExtraPaise: number;
  /** What of the present total went back, or is going back. */
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

/** What of an online payment goes back at a new total, and what is paid in cash beside it. */
export const splitChange = (onlinePaise: number, totalPaise: number) => ({
  refundPaise: Math.max(0, onlinePaise - totalPaise),
  cashExtraPaise: Math.max(0, totalPaise - onlinePaise),
});

/** What went back of an online payment because the total became lower than it. */
function changesOf([placedPaise = 0, ...totals]: readonly number[]): number {
  let onlinePaise = placedPaise;
  for (const totalPaise of totals) onlinePaise -= splitChange(onlinePaise, totalPaise).refundPaise;
  return placedPaise - onlinePaise;
}
