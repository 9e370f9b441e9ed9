/** The amount already paid out of order o's cash part, which few orders paid online have. */
const EXTRA_PAID_OUT = `CASE WHEN o.cash_extra_paise > 0 THEN (
  SELECT coalesce(sum(c.amount_paise), 0) FROM cash_payouts c WHERE c.order_id = o.id AND c.payment_id IS NULL) ELSE 0 END`;

/** The amount of order o that the provider can refund, which equals the rest of its payment. */
export const REFUNDABLE_ONLINE = `(CASE WHEN o.payment_status = 'paid'
  THEN o.total_paise - o.cash_extra_paise - o.refunded_paise + ${EXTRA_PAID_OUT} ELSE 0 END)::bigint`;

/** The amount of order o that can be paid out in cash, out of the cash collected at delivery. */
export const REFUNDABLE_CASH = `(CASE WHEN o.payment_status = 'collected' THEN o.total_paise - o.refunded_paise
  WHEN o.status = 'Delivered' THEN o.cash_extra_paise - ${EXTRA_PAID_OUT} ELSE 0 END)::bigint`;
