import type { ShopProduct } from '@haat/contract/api/products.schema';
import { DomainError, invalidField } from '../../errors.ts';
import type { StoredVariant, VariantChange, WantedVariant } from './stored-variant.ts';

const NEW = { sizeId: null, colorId: null, unitId: null, mrpPaise: null, stock: 0, barcode: null, position: 0 };

/**
 * The variant with the change; a new one when there is none yet. Throws `stock_changed` or `edit_conflict`, with the
 * product as it is, when what is to be replaced is not what the editor saw, and `invalid_input` for a new one without a price.
 */
export function applyChange(
  stored: StoredVariant | undefined,
  change: VariantChange,
  product?: ShopProduct,
): WantedVariant {
  const { stockSeen, pricePaiseSeen, ...wanted } = change;
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
  const next = { id: stored?.id, ...NEW, ...stored, ...given } as WantedVariant;
  if (next.pricePaise === undefined) throw invalidField('price', 'must not be empty');
  if (!stored) return next;
  if (isStale(stored.pricePaise, change.pricePaise, pricePaiseSeen)) {
    throw new DomainError('edit_conflict', 'The price has changed meanwhile. Please look at it again.', {
      current: product,
    });
  }
  // A form sends every stock back: one that nobody touched must not undo what was sold since.
  if (change.stock === stockSeen) return { ...next, stock: stored.stock };
  if (isStale(stored.stock, change.stock, stockSeen)) {
    const text = `The stock has changed meanwhile: it is ${stored.stock} now.`;
    throw new DomainError('stock_changed', text, { current: product });
  }
  return next;
}

const isStale = (stored: number, wanted: number | undefined, seen: number | undefined): boolean =>
  wanted !== undefined && seen !== undefined && stored !== seen && stored !== wanted;
