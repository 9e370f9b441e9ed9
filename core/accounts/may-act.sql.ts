import { permits, SHOP_ROLES } from '@haat/contract/accounts/shop-roles';

const ROLES = SHOP_ROLES.filter((role) => permits(role, 'orders'))
  .map((role) => `'${role}'`)
  .join(', ');

/**
 * Whether the member `m` may act on shared devices: with a PIN, and a role that receives new orders, because a shared device
 * always rings.
 */
export const MAY_ACT = `m.pin_hash IS NOT NULL AND m.role IN (${ROLES})`;
