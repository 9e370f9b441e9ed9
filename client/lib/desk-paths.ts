/** The screens of those who work for a shop, as patterns of the router. Spec section 2, route table. */
export const DESK_PATHS = [
  '/vendor/dashboard',
  '/:shopSlug/shop-orders',
  '/:shopSlug/admin/dashboard',
  '/:shopSlug/admin/day-book',
  '/:shopSlug/admin/products',
  '/:shopSlug/admin/add-product',
  '/:shopSlug/admin/edit-product/:id',
  '/:shopSlug/admin/import',
  '/:shopSlug/admin/settings',
  '/:shopSlug/admin/team',
  '/:shopSlug/admin/activity',
  '/:shopSlug/poster',
  '/operator/shops',
  '/operator/payments',
  '/operator/payments/:id',
] as const;
export type DeskPath = (typeof DESK_PATHS)[number];
