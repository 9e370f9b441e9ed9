/** Joins the parts of order `o`. Only a split payment has rows in `payment_parts`; any other is one part. */
export const JOIN_PARTS = 'LEFT JOIN payment_parts part ON part.order_id = o.id';

/** How such a part is or was paid: `cash`, `upi`, `card` or `online`. */
export const PART_METHOD = `CASE coalesce(part.method, o.payment_method) WHEN 'cod' THEN 'cash'
      ELSE coalesce(part.method, o.payment_method) END`;

export const PART_PAISE = 'coalesce(part.amount_paise, o.total_paise)';

/** Cash first, as at the counter. */
export const PART_ORDER = `array_position(ARRAY['cod', 'upi', 'card'], part.method)`;

/** The parts of order `o` as the contract names them; NULL unless its payment was split. */
export const SPLIT_PAYMENTS = `CASE WHEN o.payment_method = 'split' THEN (
      SELECT json_agg(json_build_object('method', part.method, 'amountPaise', part.amount_paise) ORDER BY ${PART_ORDER})
      FROM payment_parts part WHERE part.order_id = o.id) END`;

/**
 * The rest of each part of order `o` that was not paid back yet, in the order in which it is: money paid by card or UPI does not leave
 * the drawer as cash.
 */
export const PARTS_LEFT = `(
      SELECT json_agg(json_build_object('method', each.method, 'paise', each.left_paise)
        ORDER BY array_position(ARRAY['card', 'upi', 'cash'], each.method))
      FROM (
        SELECT paid.method, paid.paise - coalesce(sum(c.amount_paise), 0) AS left_paise
        FROM (SELECT ${PART_METHOD} AS method, ${PART_PAISE} AS paise FROM (VALUES (o.id)) sale (id) ${JOIN_PARTS}) paid
        LEFT JOIN cash_payouts c ON c.order_id = o.id AND c.method = paid.method GROUP BY paid.method, paid.paise
      ) each)`;
