import { DomainError } from '../../errors.ts';
import { type Session, worksFor } from '../auth/session.ts';

/**
 * Throws forbidden unless the session may see the orders of this shop: as its member, or as the platform's operator. The
 * id of a shop is public, so that a 404 would hide nothing.
 */
export function requireShopOrders(by: Session, shopId: number): void {
  if (!worksFor(by, shopId) && !by.isPlatformAdmin) throw new DomainError('forbidden', 'This is not your shop.');
}
