/** What a member may be in the team of a shop. Vendors run it; admins may also change its settings and its team. */
export const SHOP_ROLES = ['vendor', 'admin'] as const;
export type ShopRole = (typeof SHOP_ROLES)[number];
