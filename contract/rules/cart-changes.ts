import type { Cart, CartLine, CurrentLine } from './cart.ts';
import { toPaise } from './rupees.ts';

/** What is no longer as the customer saw it, about one line. A line can have become dearer and scarce at once. */
export type CartChange = {
  kind: 'gone' | 'soldOut' | 'fewer' | 'dearer' | 'cheaper';
  line: CartLine;
  price: number;
  stock: number;
};

/** How the lines of a cart stand at the shop, by their id; one that is missing is sold no longer. */
export type CurrentLines = ReadonlyMap<string, Pick<CurrentLine, 'price' | 'stock'>>;

/**
 * What changed at the shop since the lines were put into the cart, in the cart's order, prices in
 * rupees. Spec section 5, place order.
 */
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
