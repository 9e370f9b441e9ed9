/**
 * Condition: the shop `shop` has the slug `slug` as `findShop` understands it: as it is spelled, in lower case unless another shop
 * is spelled so, or as a former one.
 */
export const isShopOfSlug = (shop: string, slug: string): string =>
  `(${shop}.slug = ${slug}
    OR (${shop}.slug = lower(${slug}) AND NOT EXISTS (SELECT FROM shops same WHERE same.slug = ${slug}))
    OR EXISTS (SELECT FROM shop_former_slugs f WHERE f.slug = lower(${slug}) AND f.shop_id = ${shop}.id))`;
