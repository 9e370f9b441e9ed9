/**
 * Expression: the id of the shop that has the slug `slug` as `findShop` understands it: as it is spelled, in lower case unless another
 * shop is spelled so, or as a former one. Each is looked up in its index, and only if the one before has found nothing.
 */
export const shopIdOfSlug = (slug: string): string =>
  `coalesce(
    (SELECT same.id FROM shops same WHERE same.slug = ${slug}),
    (SELECT lowered.id FROM shops lowered WHERE lowered.slug = lower(${slug})),
    (SELECT f.shop_id FROM shop_former_slugs f WHERE f.slug = lower(${slug})))`;
