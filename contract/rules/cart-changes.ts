import type { Cart, CartLine, CurrentLine } from './cart.ts';
import { toPaise } from './rupees.ts';

/** One difference between a line and the shop's current data. A line can have several, such as a new price and less stock. */
export type CartChange = {
  kind: 'gone' | 'soldOut' | 'fewer' | 'dearer' | 'cheaper';
  line: CartLine;
  price: number;
  stock: number;
};

/** Current price and stock by line id; a missing line is no longer sold. */
type CurrentLines = ReadonlyMap<string, Pick<CurrentLine, 'price' | 'stock'>>;

/** What changed at the shop since the lines were added, in the order of the cart. Prices in rupees. */
export function cartChanges(cart: Cart, current: CurrentLines): CartChange[] {
  return Object.values(cart).flatMap((line) => changesOf(line, current.get(line.id)));
}

function changesOf(line: CartLine, now: Pick<CurrentLine, 'price' | 'stock'> | undefined): CartChange[] {
  if (!now) return [{ kind: 'gone', line, price: line.price, stock: 0 }];
  const { price, stock } = now;
  if (stock <= 0) return [{ kind: 'soldOut', line, price, stock: 0 }];
  const changes: CartChange[] = [];
  const difference = toPaise(price) - toPaise(line.price);
  if (difference !== 0) changes.push({ kind: difference > 0 ? 'dearer' : 'cheaper', line, price, stock });
  if (stock < line.quantity) changes.push({ kind: 'fewer', line, price, stock });
  return changes;
}
