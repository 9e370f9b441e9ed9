/** What a member may be in the team of a shop, those with the fewest permissions first. */
export const SHOP_ROLES = ['helper', 'rider', 'vendor', 'admin'] as const;
export type ShopRole = (typeof SHOP_ROLES)[number];

/**
 * What a call or a screen of a shop's back office asks for. Each call of the contract names one of them, and the services ask for
 * it again.
 *
 * - `membership`: what everybody in the team may do: read announcements, see the own devices, leave the team.
 * - `packing`: see what is to be packed, and make it ready. Without prices, sums and phone numbers.
 * - `deliveries`: take orders to their customers: those that wait for a rider, and the own ones.
 * - `stock`: count, look up and write off stock. Without amounts.
 * - `orders`: everything about orders, with amounts, customers and refunds, and the notifications of new ones.
 * - `sales`: sell over the counter.
 * - `catalog`: products, prices and stock levels, one by one or imported.
 * - `customers`: who has ordered, and how often.
 * - `money`: reports, the cash report and its closing.
 * - `shop`: see settings, team and first steps; pause the shop.
 * - `purchases`: what the shop buys, from whom and at which cost.
 * - `administration`: change the settings and the team, read the activity.
 */
export const PERMISSIONS = [
  'membership',
  'packing',
  'deliveries',
  'stock',
  'orders',
  'sales',
  'catalog',
  'customers',
  'money',
  'shop',
  'purchases',
  'administration',
] as const;
export type Permission = (typeof PERMISSIONS)[number];

const OF_VENDORS: readonly Permission[] = PERMISSIONS.filter(
  (permission) => permission !== 'purchases' && permission !== 'administration',
);

/** What each role permits. Server, API documentation and screens all read this table. */
export const ROLE_PERMISSIONS: Readonly<Record<ShopRole, readonly Permission[]>> = {
  helper: ['membership', 'packing', 'stock'],
  rider: ['membership', 'deliveries'],
  vendor: OF_VENDORS,
  admin: PERMISSIONS,
};

/** Whether a role permits that; nothing is permitted without a role, nor by one that this version does not know. */
export const permits = (role: ShopRole | undefined, permission: Permission): boolean =>
  role !== undefined && Object.hasOwn(ROLE_PERMISSIONS, role) && ROLE_PERMISSIONS[role].includes(permission);

export const isPermission = (access: string): access is Permission => PERMISSIONS.some((each) => each === access);

/** The role in tokens and profiles. Admins are vendors there, with `shop_admin` beside it. */
export const CLAIMED_ROLES = ['helper', 'rider', 'vendor'] as const;
export type ClaimedRole = (typeof CLAIMED_ROLES)[number];

export const claimedRole = (role: ShopRole): ClaimedRole => (role === 'admin' ? 'vendor' : role);
