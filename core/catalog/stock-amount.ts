import { amountInStock, mostStock, type StockKept, type StockUnit } from '@haat/contract/catalog/stock-unit';
import { invalidField } from '../errors.ts';

type Written = { field: string; amount: number; unit: StockUnit | null | undefined };

/**
 * A written amount in the unit of a stock. Throws `invalid_input` for a weight of goods kept in pieces, and for more than a stock
 * can be.
 */
export function writtenAmount({ field, amount, unit }: Written, kept: StockKept): number {
  const written = unit ?? 'piece';
  if (amount > mostStock(written)) throw invalidField(field, `must be a whole number up to ${mostStock(written)}`);
  const inStock = amountInStock({ amount, unit: written }, kept);
  if (inStock === undefined)
    throw invalidField(field, `must be in ${WORDS[kept.stockUnit]}, as the stock of this item is kept`);
  if (inStock > mostStock(kept.stockUnit))
    throw invalidField(field, `must be at most ${mostStock(kept.stockUnit) / kept.content}`);
  return inStock;
}

const WORDS: Record<StockUnit, string> = { piece: 'pieces', g: 'kg or g', ml: 'l or ml' };
