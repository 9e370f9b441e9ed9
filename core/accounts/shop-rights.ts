import { type Permission, permits } from '@haat/contract/accounts/shop-roles';
import { Shop } from '../db/shops.models.ts';
import { DomainError } from '../errors.ts';
import type { Session } from './session.ts';

/** What decides the rights to a shop. */
export type Manager = Pick<Session, 'role' | 'shopId' | 'isPlatformAdmin'>;

/** Whether the session is for this shop and of a member whose role permits that. A customer's session is for a shop, too. */
export const isMemberWith = (
  permission: Permission,
  { role, shopId }: Pick<Session, 'role' | 'shopId'>,
  shop: number,
): boolean => shopId === shop && permits(role, permission);

/** Whether the session may do that in the shop it is for: as a member whose role permits it, or as the platform's operator. */
export const mayInOwnShop = (
  permission: Permission,
  { role, isPlatformAdmin }: Pick<Session, 'role' | 'isPlatformAdmin'>,
): boolean => permits(role, permission) || isPlatformAdmin;

/** Whether the session may do that in this shop: as a member whose role permits it, or as the platform's operator. */
export const may = (permission: Permission, by: Manager, shop: number): boolean =>
  isMemberWith(permission, by, shop) || by.isPlatformAdmin;

/** Throws DomainError `forbidden` unless the session may do that in the shop it is for. */
export function requireInOwnShop(permission: Permission, by: Pick<Session, 'role' | 'isPlatformAdmin'>): void {
  if (!mayInOwnShop(permission, by)) throw refusalOf(by.role);
}

/** Throws DomainError `forbidden` unless the session may do that in this shop. The ids of shops are public: 404 would hide nothing. */
export function requireRight(permission: Permission, by: Manager, shop: number): void {
  if (may(permission, by, shop)) return;
  throw by.shopId === shop && by.role ? refusalOf(by.role) : notTheirs();
}

function refusalOf(role: Session['role']): DomainError {
  if (role === undefined) return new DomainError('forbidden', 'Access denied. Only vendors can view this page.');
  if (role === 'vendor') return new DomainError('forbidden', 'Only admins of the shop can do this.');
  return new DomainError('forbidden', 'Your role in this shop does not include this.');
}

const notTheirs = () => new DomainError('forbidden', 'You do not have access to this shop.');

/**
 * The shop that a request is about: their own for a member, whether or not it is named, and the named one for the
 * platform's operator. Throws DomainError `forbidden` for a shop that is not theirs and for a role that does not permit it,
 * `invalid_input` when an operator names none, `not_found` when there is no such shop.
 */
export async function findActingShop(permission: Permission, by: Manager, named?: number): Promise<number> {
  const shopId = named ?? (by.role && by.shopId);
  if (shopId === undefined) throw new DomainError('invalid_input', 'shop_id is required');
  requireRight(permission, by, shopId);
  if (isMemberWith(permission, by, shopId)) return shopId;
  if (!(await Shop.query().findById(shopId).select('id'))) throw new DomainError('not_found', 'Shop Not Found');
  return shopId;
}

/**
 * The shop whose own categories and units the caller sees beside the common ones: their own as a member, the named one as
 * the operator; undefined for none. Throws what `findActingShop` does for a shop that is named.
 */
export async function findVisibleShop(by: Manager, named: number | undefined): Promise<number | undefined> {
  return named === undefined ? by.role && by.shopId : findActingShop('stock', by, named);
}
