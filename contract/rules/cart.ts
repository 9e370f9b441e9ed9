import { toPaise } from './rupees.ts';

/** One line of a cart, with the names and the rupee price that the spec stores. Spec section 3. */
export type CartLine = {
  id: string;
  name: string;
  price: number;
  quantity: number;
  image: string;
  shopId: number;
  size?: string;
  color?: string;
  unit?: string;
  unit_id?: number;
  unit_type?: string;
  description?: string;
};

/** Lines by their id. */
export type Cart = Readonly<Record<string, CartLine>>;

export const EMPTY_CART: Cart = {};
export const MAX_QUANTITY = 999;
/** How many lines one order can have. */
export const MAX_LINES = 200;

/** Adds to an existing line or inserts a new one; a line at zero or below disappears. Spec section 4. */
export function addToCart(cart: Cart, line: CartLine, quantity = 1): Cart {
  return withQuantity(cart, line, (cart[line.id]?.quantity ?? 0) + quantity);
}

/** Changes an existing line by `delta`; an unknown line is left alone, zero or below removes it. Spec section 4. */
export function changeQuantity(cart: Cart, lineId: string, delta: number): Cart {
  const line = Object.hasOwn(cart, lineId) ? cart[lineId] : undefined;
  return line ? withQuantity(cart, line, line.quantity + delta) : cart;
}

/** A line that was taken out, and its place among the others. */
export type RemovedLine = { line: CartLine; at: number };

/** The lines that `after` has no longer, with their places: what an undo needs. */
export function removedLines(before: Cart, after: Cart): RemovedLine[] {
  return Object.values(before).flatMap((line, at) => (Object.hasOwn(after, line.id) ? [] : [{ line, at }]));
}

/** Puts lines back where they were; a line that has come again meanwhile stays as it is. */
export function restoreLines(cart: Cart, removed: readonly RemovedLine[]): Cart {
  const lines = Object.values(cart);
  for (const { line, at } of removed) if (!Object.hasOwn(cart, line.id)) lines.splice(at, 0, line);
  return Object.fromEntries(lines.map((line) => [line.id, line]));
}

/** The guest's lines poured into the user's on sign-in: quantities of matching lines summed, others added. Spec section 4. */
export function mergeCarts(mine: Cart, guest: Cart): Cart {
  return Object.values(guest).reduce((merged, line) => addToCart(merged, line, line.quantity), mine);
}

/** How a line stands at the shop now: what a refused order carries. Price in rupees, stock in pieces. */
export type CurrentLine = { id: string; price: number; stock: number };

/** The cart after the shop told its current prices and stock: prices follow, and nothing stays beyond the stock. */
export function repriceCart(cart: Cart, lines: readonly CurrentLine[]): Cart {
  return lines.reduce((repriced, { id, price, stock }) => {
    const line = repriced[id];
    return line
      ? withQuantity({ ...repriced, [id]: { ...line, price } }, line, Math.min(line.quantity, stock))
      : repriced;
  }, cart);
}

/** The sum of price times quantity, in paise. Spec section 9. */
export function cartTotalPaise(cart: Cart): number {
  return Object.values(cart).reduce((total, { price, quantity }) => total + toPaise(price) * quantity, 0);
}

/** How many things are in the cart: the sum of all quantities. */
export function cartItemCount(cart: Cart): number {
  return Object.values(cart).reduce((count, { quantity }) => count + quantity, 0);
}

/** How many different lines the cart has; the popup appears when this number changes. Spec section 2. */
export function cartLineCount(cart: Cart): number {
  return Object.keys(cart).length;
}

function withQuantity(cart: Cart, line: CartLine, quantity: number): Cart {
  const existing = cart[line.id];
  if (quantity <= 0) return Object.fromEntries(Object.entries(cart).filter(([id]) => id !== line.id));
  // The existing line keeps its place: a card must not jump when its quantity changes.
  return { ...cart, [line.id]: { ...(existing ?? line), quantity: Math.min(quantity, MAX_QUANTITY) } };
}
