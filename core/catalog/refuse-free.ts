import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { DomainError } from '../errors.ts';

type Change = { before?: ShopProduct | undefined; after: ShopProduct; isConfirmed: boolean };

/**
 * Throws DomainError `price_unconfirmed` when a variant gets a price of 0 that was not confirmed: mostly it is a slip, and the
 * first customer would order for nothing. Items that were already free stay unchanged.
 */
export function refuseFree({ before, after, isConfirmed }: Change): void {
  if (isConfirmed) return;
  const wasFree = new Set(before?.variants.filter(({ price }) => price === 0).map(({ id }) => id));
  const isNewlyFree = after.variants.some(({ id, price }) => price === 0 && !wasFree.has(id));
  if (isNewlyFree) throw priceUnconfirmed();
}

export const priceUnconfirmed = () =>
  new DomainError('price_unconfirmed', 'A price of ₹0.00 sells for free. Confirm it, or enter another price.', {
    issues: [{ path: 'price', message: 'is ₹0.00: confirm it with confirm_free' }],
  });
