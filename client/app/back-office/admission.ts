import type { Permission } from '@haat/contract/accounts/shop-roles';
import type { AccessRule, Role } from '../../shared/session/RouteGuard.tsx';
import type { Session } from '../../shared/session/SessionProvider.tsx';
import { may } from '../../shared/session/shop-role.ts';
import type { TextId } from '../../i18n/use-text.ts';

/** Why a screen of a shop is not for this user. Vendors may see every screen except admin screens. */
function deniedTo({ claims, isVendor }: Session): TextId {
  if (isVendor) return 'backOffice.adminsOnly';
  return claims?.role ? 'backOffice.notInRole' : 'guard.denied';
}

/** Members whose role permits that. */
export const membersWith = (permission: Permission): Role => ({
  permission,
  isHeldBy: (session) => may(session, permission),
  denied: deniedTo,
  title: 'menu.vendorTools',
});

/** The same, and the operator. */
const staffWith = (permission: Permission): Role => ({
  permission,
  isHeldBy: (session) => may(session, permission) || session.isOperator,
  denied: deniedTo,
});

const OPERATOR: Role = { isHeldBy: ({ isOperator }) => isOperator, denied: () => 'operator.denied' };

export const forMembers = (permission: Permission): AccessRule => ({ session: true, role: membersWith(permission) });
export const forStaff = (permission: Permission): AccessRule => ({
  session: true,
  role: staffWith(permission),
  shop: 'managed',
});
export const FOR_OPERATORS: AccessRule = { session: true, role: OPERATOR };
export const OWN_CATALOG: AccessRule = { role: membersWith('catalog'), shop: 'own', missingShop: 'shopOrders.noShop' };
