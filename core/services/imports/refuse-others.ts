import { DomainError } from '../../errors.ts';
import { type Manager, managesShop } from '../auth/session.ts';

/** Throws forbidden for whoever does not manage the shop: the id of a shop is public, what it imports is not. */
export function refuseOthers(by: Manager, shopId: number): void {
  if (!managesShop(by, shopId)) throw new DomainError('forbidden', 'This is not your shop.');
}
