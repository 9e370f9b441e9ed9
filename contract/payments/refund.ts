import { MIN_ONLINE_PAISE } from './payment.ts';

/** The refundable or refunded amount of an order, in paise: through the provider, and in cash. */
export type RefundParts = { onlinePaise: number; cashPaise: number };

/**
 * Splits a refund: as much as possible goes back through the provider, and the rest in cash. Providers refund no less than a
 * rupee, so a smaller amount is paid in cash even if the order was paid online.
 */
export function splitRefund(amountPaise: number, left: RefundParts): RefundParts {
  const most = Math.min(amountPaise, left.onlinePaise);
  const onlinePaise = most < MIN_ONLINE_PAISE ? 0 : most;
  return { onlinePaise, cashPaise: amountPaise - onlinePaise };
}
