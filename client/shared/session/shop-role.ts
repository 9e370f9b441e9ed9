import { type Permission, permits, type ShopRole } from '@haat/contract/accounts/shop-roles';
import { type Session, useSession } from './SessionProvider.tsx';

// Not a part of the session itself, which every customer loads.

/** The role in the team of the shop that the session is for; the server checks the database as well. */
export const roleOf = ({ claims }: Pick<Session, 'claims'>): ShopRole | undefined =>
  claims?.shop_admin ? 'admin' : claims?.role;

/** Whether that role permits something. */
export const may = (session: Pick<Session, 'claims'>, permission: Permission): boolean =>
  permits(roleOf(session), permission);

/** Whether the session is an operator's that helps a shop and acts for it. */
export const isHelping = ({ claims }: Pick<Session, 'claims'>): boolean => claims?.helping === true;

/** Whether this user may do that at the shop of the screen: by their role, or as the operator. */
export function useMay(permission: Permission): boolean {
  const session = useSession();
  return session.isOperator || may(session, permission);
}
