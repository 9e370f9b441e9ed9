/** Of how many shops of the trade, the newest ones, the use of units is counted. */
const SHOPS_OF_TRADE = 50;

/**
 * CTEs: the units of the shop `:shopId` with the number of its products and variants, and the units of other shops of its trade
 * with the number of shops.
 */
export const UNIT_USE = `used AS (
    SELECT v.unit_id, count(DISTINCT p.id)::int AS products, count(*) AS variants
    FROM products p JOIN variants v ON v.product_id = p.id
    WHERE p.shop_id = :shopId AND p.deleted_at IS NULL AND v.deleted_at IS NULL GROUP BY v.unit_id
  ), same_trade AS (
    SELECT other.id FROM shops own JOIN shops other ON lower(btrim(other.trade)) = lower(btrim(own.trade)) AND other.id <> own.id
    WHERE own.id = :shopId AND own.trade <> '' AND other.suspended_at IS NULL ORDER BY other.id DESC LIMIT ${SHOPS_OF_TRADE}
  ), in_trade AS (
    SELECT v.unit_id, count(DISTINCT p.shop_id) AS shops
    FROM same_trade JOIN products p ON p.shop_id = same_trade.id JOIN variants v ON v.product_id = p.id
    WHERE p.deleted_at IS NULL AND p.is_published AND v.deleted_at IS NULL GROUP BY v.unit_id
  )`;

/** Sorts units `u` by use in the shop, then by the number of shops of its trade that use them, then by name. */
export const BY_USE = 'used.variants DESC NULLS LAST, in_trade.shops DESC NULLS LAST, lower(u.name), u.id';
