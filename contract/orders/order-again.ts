import { addToCart, MAX_QUANTITY, type Cart, type CartLine } from './cart.ts';

/** A line of the earlier order: the id of the line, its name then, its price in rupees. */
export type OrderedLine = { id: string; name: string; price: number; quantity: number };

/** The current catalog by line id: one item of each variant at its current price in rupees, with its stock. */
export type CurrentCatalog = ReadonlyMap<string, CartLine & { stock: number }>;

/** A difference from the earlier order: no longer sold, sold out, fewer than requested, or another price. */
export type OrderAgainDifference =
  | { about: 'gone' | 'soldOut'; name: string }
  | { about: 'fewer'; name: string; quantity: number; requested: number }
  | { about: 'price'; name: string; was: number; now: number };

export type OrderAgainResult = { cart: Cart; added: number; remarks: OrderAgainDifference[] };

/**
 * The cart with the lines of an earlier order added at current prices and limited to the stock, counting the quantities that
 * are already in the cart. Existing lines are never reduced. `remarks` lists the differences line by line.
 */
export function orderAgain(cart: Cart, ordered: readonly OrderedLine[], catalog: CurrentCatalog): OrderAgainResult {
  const start: OrderAgainResult = { cart, added: 0, remarks: [] };
  return ordered.reduce((so, line) => withLine(so, line, catalog.get(line.id)), start);
}

function withLine(
  { cart, added, remarks }: OrderAgainResult,
  ordered: OrderedLine,
  current: (CartLine & { stock: number }) | undefined,
): OrderAgainResult {
  const { name, price: was, quantity: requested } = ordered;
  if (!current) return { cart, added, remarks: [...remarks, { about: 'gone', name }] };
  const { stock, ...line } = current;
  if (stock <= 0) return { cart, added, remarks: [...remarks, { about: 'soldOut', name }] };

  const room = Math.min(stock, MAX_QUANTITY) - (cart[line.id]?.quantity ?? 0);
  const quantity = Math.max(0, Math.min(requested, room));
  const filled = quantity > 0 ? addToCart(cart, line, quantity) : cart;
  const newRemarks = [
    ...(line.price === was ? [] : [{ about: 'price', name, was, now: line.price } as const]),
    ...(quantity < requested ? [{ about: 'fewer', name, quantity, requested } as const] : []),
  ];
  return { cart: atPrice(filled, line), added: added + quantity, remarks: [...remarks, ...newRemarks] };
}

function atPrice(cart: Cart, { id, price }: CartLine): Cart {
  const line = cart[id];
  return line ? { ...cart, [id]: { ...line, price } } : cart;
}
