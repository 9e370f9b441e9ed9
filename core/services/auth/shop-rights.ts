import { Shop } from '../../db/shop.model.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from './session.ts';

/** What decides the rights to a shop. */
export type Manager = Pick<Session, 'role' | 'shopId' | 'isPlatformAdmin'>;

/** Whether the session belongs to a member of the shop. Its shop alone is not enough: a customer's session has one, too. */
export const isMemberOf = ({ role, shopId }: Pick<Session, 'role' | 'shopId'>, shop: number): boolean =>
  role !== undefined && shopId === shop;

/** Whether the session may see what concerns the shop it is for: as a member, or as the platform's operator. */
export const canAccessOwnShop = ({ role, isPlatformAdmin }: Pick<Session, 'role' | 'isPlatformAdmin'>): boolean =>
  role !== undefined || isPlatformAdmin;

/** Whether the session may see and change what belongs to the shop: as a member, or as the platform's operator. */
export const canManage = (by: Manager, shop: number): boolean => isMemberOf(by, shop) || by.isPlatformAdmin;

/** Whether the session may change the settings and the team of the shop it is for: as its admin, or as the operator. */
export const canAdministerOwnShop = ({ role, isPlatformAdmin }: Pick<Session, 'role' | 'isPlatformAdmin'>): boolean =>
  role === 'admin' || isPlatformAdmin;

/**
 * The shop that a request changes: their own for a member, whether or not it is named, and the named one for the
 * platform's operator. Throws DomainError `forbidden` for a shop that is not theirs, `invalid_input` when an operator
 * names none, `not_found` when there is no such shop.
 */
export async function findActingShop(by: Manager, named?: number): Promise<number> {
  const shopId = named ?? (by.role && by.shopId);
  if (shopId === undefined) throw new DomainError('invalid_input', 'shop_id is required');
  if (isMemberOf(by, shopId)) return shopId;
  if (!by.isPlatformAdmin) throw new DomainError('forbidden', 'You do not have access to this shop.');
  if (!(await Shop.query().findById(shopId).select('id'))) throw new DomainError('not_found', 'Shop Not Found');
  return shopId;
}

/**
 * The shop whose own categories and units the caller sees beside the common ones: their own as a member, the named one as
 * the operator; undefined for none. Throws what `findActingShop` does for a shop that is named.
 */
export async function findVisibleShop(by: Manager, named: number | undefined): Promise<number | undefined> {
  return named === undefined ? by.role && by.shopId : findActingShop(by, named);
}
