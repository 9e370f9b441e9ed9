import { DomainError } from '../../errors.ts';
import { canManage, isMemberOf, type Manager } from '../auth/shop-rights.ts';

/** Throws DomainError `forbidden` unless the session may see and change the stock of the shop: any member, and the operator. */
export function requireStock(by: Manager, shopId: number): void {
  if (!canManage(by, shopId)) throw new DomainError('forbidden', 'You do not have access to this shop.');
}

/** Whether the session may see what the shop pays for its products: its admins, and the operator. */
export const canSeeCosts = (by: Manager, shopId: number): boolean =>
  by.isPlatformAdmin || (by.role === 'admin' && isMemberOf(by, shopId));

/** Throws DomainError `forbidden` unless the session may see and change what the shop buys. */
export function requireCosts(by: Manager, shopId: number): void {
  if (!canSeeCosts(by, shopId)) throw new DomainError('forbidden', 'Only an admin of the shop can do this.');
}
