/**
 * Whether a shop has a published product. A subquery with a LIMIT, as PostgreSQL turns EXISTS into a join, which may read all products
 * where one probe of the index products_catalog per listed shop is enough.
 */
export const hasProducts = (shop = 'shops.id'): string =>
  `coalesce((SELECT true FROM products offered WHERE offered.shop_id = ${shop}
    AND offered.is_published AND offered.deleted_at IS NULL LIMIT 1), false)`;

/**
 * Whether customers find a shop: it is not the platform's own, not suspended, and has a published product. The first part is the
 * condition of the indexes of the lists.
 */
export const isPublic = (shop = 'shops'): string =>
  `${shop}.suspended_at IS NULL AND NOT ${shop}.is_platform AND ${hasProducts(`${shop}.id`)}`;
