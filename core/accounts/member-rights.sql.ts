import { type Permission, permits, SHOP_ROLES } from '@haat/contract/accounts/shop-roles';

/** Condition: the role of the membership `alias` permits that. */
export const hasPermission = (alias: string, permission: Permission): string =>
  `${alias}.role IN (${SHOP_ROLES.filter((role) => permits(role, permission))
    .map((role) => `'${role}'`)
    .join(', ')})`;
