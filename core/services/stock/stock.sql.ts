import { ERASED_NAME } from '../../db/user.model.ts';
import { OPTIONS_OF_VARIANT } from '../catalog/product-listing.sql.ts';

/** The columns that name a variant `v` of a product `p` in lists of the stock. */
export const STOCK_NAME_COLUMNS = `v.id AS variant_id, p.id AS product_id, p.name,
    nullif(concat_ws(' · ', size.name, color.name, unit.name), '') AS option, v.barcode`;

/** A variant `v` with its product `p` and its options. */
export const STOCK_VARIANTS = `variants v JOIN products p ON p.id = v.product_id ${OPTIONS_OF_VARIANT}`;

/**
 * The pieces of a variant `v` of a product `p` that have left its stock and are still on the shelf: those of orders that are
 * not packed yet. An order that awaits its payment counts as one.
 */
export const TO_PACK = `coalesce((
    SELECT sum(i.quantity) FROM orders o JOIN order_items i ON i.order_id = o.id AND i.variant_id = v.id
    WHERE o.shop_id = p.shop_id AND o.status IN ('Pending', 'Accepted') AND o.payment_status <> 'expired'), 0)::int`;

/** The name of a user in lists of a shop. */
export const personName = (user: string): string =>
  `CASE WHEN ${user}.deleted_at IS NOT NULL THEN '${ERASED_NAME}'
    ELSE coalesce(nullif(${user}.name, ''), split_part(${user}.email, '@', 1), ${user}.login_mobile) END`;
