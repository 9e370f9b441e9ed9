/** The roles in the team of a shop, in order of increasing permissions. */
export const SHOP_ROLES = ['helper', 'rider', 'vendor', 'admin'] as const;
export type ShopRole = (typeof SHOP_ROLES)[number];

/**
 * The permissions that the calls and screens of a shop's back office require. Each call of the contract names one, and the
 * services check it again.
 *
 * - `membership`: for every member of the team: read announcements, see their own devices, leave the team.
 * - `packing`: see the orders to be packed, and make them ready. Without prices, sums and phone numbers.
 * - `deliveries`: deliver the orders that wait for a rider, and their own.
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

/** The permissions of each role. Server, API documentation and screens all read this table. */
export const ROLE_PERMISSIONS: Readonly<Record<ShopRole, readonly Permission[]>> = {
  helper: ['membership', 'packing', 'stock'],
  rider: ['membership', 'deliveries'],
  vendor: OF_VENDORS,
  admin: PERMISSIONS,
};

/** Whether a role has the permission. A missing role has none, nor has one that this version does not know. */
export const permits = (role: ShopRole | undefined, permission: Permission): boolean =>
  role !== undefined && Object.hasOwn(ROLE_PERMISSIONS, role) && ROLE_PERMISSIONS[role].includes(permission);

export const isPermission = (access: string): access is Permission => PERMISSIONS.some((each) => each === access);

/** The roles in tokens and profiles. Admins appear there as vendors with `shop_admin` set. */
export const CLAIMED_ROLES = ['helper', 'rider', 'vendor'] as const;
export type ClaimedRole = (typeof CLAIMED_ROLES)[number];

export const claimedRole = (role: ShopRole): ClaimedRole => (role === 'admin' ? 'vendor' : role);
