import type { Cart, CartLine, CurrentLine } from './cart.ts';
import { toPaise } from '../rupees.ts';

/** The maximum quantity of one item in one order; null for no limit. */
type Terms = { maximumQuantity: number | null };

/** One difference between a line and the shop's current data. A line can have several, such as a new price and less stock. */
export type CartChange = {
  kind: 'gone' | 'soldOut' | 'fewer' | 'tooMany' | 'dearer' | 'cheaper';
  line: CartLine;
  price: number;
  /** How many can be ordered: the stock, or the maximum for one order if that is lower. */
  stock: number;
};

/** Current price and stock by line id; a missing line is no longer sold. */
type CurrentLines = ReadonlyMap<string, Pick<CurrentLine, 'price' | 'stock'>>;

/** The changes at the shop since the lines were added, in the order of the cart. Prices in rupees. */
export function cartChanges(cart: Cart, current: CurrentLines, { maximumQuantity }: Terms): CartChange[] {
  const maximum = maximumQuantity ?? Number.POSITIVE_INFINITY;
  return Object.values(cart).flatMap((line) => changesOf(line, current.get(line.id), maximum));
}

function changesOf(
  line: CartLine,
  now: Pick<CurrentLine, 'price' | 'stock'> | undefined,
  maximum: number,
): CartChange[] {
  if (!now) return [{ kind: 'gone', line, price: line.price, stock: 0 }];
  const { price, stock: left } = now;
  if (left <= 0) return [{ kind: 'soldOut', line, price, stock: 0 }];
  const stock = Math.min(left, maximum);
  const changes: CartChange[] = [];
  const difference = toPaise(price) - toPaise(line.price);
  if (difference !== 0) changes.push({ kind: difference > 0 ? 'dearer' : 'cheaper', line, price, stock });
  if (stock < line.quantity) changes.push({ kind: left <= maximum ? 'fewer' : 'tooMany', line, price, stock });
  return changes;
}
