import { ERASED_NAME } from '../db/accounts.models.ts';
import { OPTIONS_OF_VARIANT } from '../catalog/product-listing.sql.ts';

/** The columns that name a variant `v` of a product `p` in lists of the stock. */
export const NAME_COLUMNS = `v.id AS variant_id, p.id AS product_id, p.name,
    nullif(concat_ws(' · ', size.name, color.name, unit.name), '') AS option, v.barcode`;

/** The same, and how its stock is kept. */
export const STOCK_NAME_COLUMNS = `${NAME_COLUMNS}, v.stock_unit, v.content`;

/** A variant `v` with its product `p` and its options. */
export const STOCK_VARIANTS = `variants v JOIN products p ON p.id = v.product_id ${OPTIONS_OF_VARIANT}`;

/** How much of the stock of its variant `v` a line `i` of an order took, as `takenFromStock` computes it. */
export const TAKEN = `coalesce(CASE WHEN v.stock_unit = 'g' THEN i.packed_grams END, i.quantity * v.content)`;

/** The same for a part of the items of the line. All parts add up to it. */
export const takenBy = (items: string): string => `(${TAKEN}::bigint * (${items}) / i.quantity)::int`;

/**
 * An amount of another time in the unit of `row`, such as the one that its variant has now, as a numeric. `content`: of an item
 * then.
 */
export const inUnitOf = (row: string, amount: string, content: string): string =>
  `${amount}::numeric * ${row}.content / ${content}`;

/** What a row `m` of the ledger of a variant `v` has moved, in the unit of `row`. Leave conversions out. */
export const movedIn = (row: string): string =>
  inUnitOf(
    row,
    'm.delta',
    `coalesce((SELECT c.from_content FROM stock_conversions c
    WHERE c.variant_id = m.variant_id AND c.ledger_id > m.id ORDER BY c.ledger_id LIMIT 1), v.content)`,
  );

/**
 * What is in orders not packed yet of a variant `v` of a product `p`, which has left the stock but not the shop. Orders that
 * await payment count, too.
 */
export const TO_PACK = `coalesce((
    SELECT sum(${TAKEN}) FROM orders o JOIN order_items i ON i.order_id = o.id AND i.variant_id = v.id
    WHERE o.shop_id = p.shop_id AND o.status IN ('Pending', 'Accepted') AND o.payment_status <> 'expired'), 0)::int`;

/** The name of a user in lists of a shop. */
export const personName = (user: string): string =>
  `CASE WHEN ${user}.deleted_at IS NOT NULL THEN '${ERASED_NAME}'
    ELSE coalesce(nullif(${user}.name, ''), split_part(${user}.email, '@', 1), ${user}.login_mobile) END`;

/** A purchase `c` counts: it is booked, and neither reverses another nor was reversed. */
export const COUNTS = `c.state = 'booked' AND c.reverses_id IS NULL
    AND NOT EXISTS (SELECT FROM purchases r WHERE r.reverses_id = c.id)`;

/**
 * The batches of the shop `:shopId`: dated lines of purchases that were booked and not reversed, each with its remaining
 * quantity, assuming that undated stock is sold first, and then the earliest date.
 */
export const BATCHES = `
  SELECT l.id, l.variant_id, l.best_before, round(${inUnitOf('held', 'l.quantity', 'l.content')})::int AS quantity, c.supplier_id,
    greatest(0, least(bought.rest, held.stock - coalesce(sum(bought.rest) OVER (
      PARTITION BY l.variant_id ORDER BY l.best_before DESC, l.id DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)))::int AS left
  FROM purchase_lines l JOIN purchases c ON c.id = l.purchase_id JOIN variants held ON held.id = l.variant_id
  CROSS JOIN LATERAL (SELECT floor(${inUnitOf('held', '(l.quantity - l.written_off)', 'l.content')}) AS rest) bought
  WHERE c.shop_id = :shopId AND l.best_before IS NOT NULL AND ${COUNTS}`;
