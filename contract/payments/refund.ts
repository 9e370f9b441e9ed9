import { MIN_ONLINE_PAISE } from './payment.ts';

/** What of an order can go back to its customer, or goes back, in paise: through the provider, and in cash. */
export type RefundParts = { onlinePaise: number; cashPaise: number };

/**
 * How an amount of what is left goes back: through the provider as far as possible, and the rest in cash. Providers refund no less
 * than a rupee, so that less than that is paid in cash also where the order was paid online.
 */
export function splitRefund(amountPaise: number, left: RefundParts): RefundParts {
  const most = Math.min(amountPaise, left.onlinePaise);
  const onlinePaise = most < MIN_ONLINE_PAISE ? 0 : most;
  return { onlinePaise, cashPaise: amountPaise - onlinePaise };
}
