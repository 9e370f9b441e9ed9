import { isRupees, toPaise } from '../rupees.ts';

/** One line of a cart, as it is stored, with the price in rupees. */
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

/** Adds to an existing line or inserts a new one; a line at zero or below disappears. */
export function addToCart(cart: Cart, line: CartLine, quantity = 1): Cart {
  return withQuantity(cart, line, (cart[line.id]?.quantity ?? 0) + quantity);
}

/** Changes an existing line by `delta`; an unknown line is ignored, zero or below removes it. */
export function changeQuantity(cart: Cart, lineId: string, delta: number): Cart {
  const line = Object.hasOwn(cart, lineId) ? cart[lineId] : undefined;
  return line ? withQuantity(cart, line, line.quantity + delta) : cart;
}

/** A change of one cart. `emptied` is the customer's and can be undone like any removal; `cleared` follows an order. */
export type CartChange =
  | { type: 'line.added'; line: CartLine; quantity?: number }
  | { type: 'line.changed'; lineId: string; delta: number }
  | { type: 'repriced'; lines: readonly CurrentLine[] }
  | { type: 'emptied' }
  | { type: 'cleared' };

/** The cart after a change. */
export function changeCart(cart: Cart, change: CartChange): Cart {
  if (change.type === 'line.added') return addToCart(cart, change.line, change.quantity);
  if (change.type === 'line.changed') return changeQuantity(cart, change.lineId, change.delta);
  return change.type === 'repriced' ? repriceCart(cart, change.lines) : EMPTY_CART;
}

/** The lines that the customer removes with a change, for an undo; none where it was not the customer who removed them. */
export function removedBy(cart: Cart, change: CartChange): RemovedLine[] {
  const isOwn = change.type === 'line.changed' || change.type === 'emptied';
  return isOwn ? removedLines(cart, changeCart(cart, change)) : [];
}

/** A removed line and its position. */
export type RemovedLine = { line: CartLine; at: number };

/** The lines that `after` no longer has, with their positions, for an undo. */
export function removedLines(before: Cart, after: Cart): RemovedLine[] {
  return Object.values(before).flatMap((line, at) => (Object.hasOwn(after, line.id) ? [] : [{ line, at }]));
}

/** Merges the guest's cart into the user's on login: quantities of matching lines are summed, others added. */
export function mergeCarts(mine: Cart, guest: Cart): Cart {
  return Object.values(guest).reduce((merged, line) => addToCart(merged, line, line.quantity), mine);
}

/** The current price (rupees) and stock (pieces) of a line, as a rejected order carries it. */
export type CurrentLine = { id: string; price: number; stock: number };

/** The cart with the shop's current prices, and quantities limited to the current stock. */
export function repriceCart(cart: Cart, lines: readonly CurrentLine[]): Cart {
  return lines.reduce((repriced, { id, price, stock }) => {
    const line = repriced[id];
    return line
      ? withQuantity({ ...repriced, [id]: { ...line, price } }, line, Math.min(line.quantity, stock))
      : repriced;
  }, cart);
}

/** The sum of price times quantity, in paise. */
export function cartTotalPaise(cart: Cart): number {
  return Object.values(cart).reduce((total, { price, quantity }) => total + toPaise(price) * quantity, 0);
}

/** The sum of all quantities. */
export function cartItemCount(cart: Cart): number {
  return Object.values(cart).reduce((count, { quantity }) => count + quantity, 0);
}

/** The number of lines; the popup appears when it changes. */
export function cartLineCount(cart: Cart): number {
  return Object.keys(cart).length;
}

function withQuantity(cart: Cart, line: CartLine, quantity: number): Cart {
  const existing = cart[line.id];
  if (quantity <= 0) return Object.fromEntries(Object.entries(cart).filter(([id]) => id !== line.id));
  // The existing line keeps its place: a card must not jump when its quantity changes.
  return { ...cart, [line.id]: { ...(existing ?? line), quantity: Math.min(quantity, MAX_QUANTITY) } };
}

/** A product in one size, colour and unit; 0 where the product has no such option. */
export type LineChoice = { productId: number; sizeId: number; colorId: number; unitId: number };

/** The id of a cart line, composed from product, size, colour and unit id, e.g. `12-0-3-7`. */
export function cartLineId({ productId, sizeId, colorId, unitId }: LineChoice): string {
  return [productId, sizeId, colorId, unitId].join('-');
}

/** The choice behind a cart line id; undefined when the text is not one. */
export function parseCartLineId(id: string): LineChoice | undefined {
  const match = /^([1-9]\d{0,14})-(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(id);
  if (!match) return undefined;
  const [productId = 0, sizeId = 0, colorId = 0, unitId = 0] = match.slice(1).map(Number);
  return { productId, sizeId, colorId, unitId };
}

export const CART_KEY_PREFIX = 'cart_';
export const GUEST = 'guest';

/** Whose cart it is, in which shop; without a user it is the guest's. */
type CartOwner = { userId: number | undefined; shopSlug: string };

/** The storage key of a cart: one per identity and shop, `cart_7_malnad-dairy` or `cart_guest_…`. */
export function cartKey(userId: number | undefined, shopSlug: string): string {
  return `${CART_KEY_PREFIX}${userId ?? GUEST}_${shopSlug}`;
}

/** The owner of the cart under a storage key; undefined for other keys. */
export function parseCartKey(key: string): CartOwner | undefined {
  const [, identity, shopSlug = ''] = /^cart_(guest|[1-9]\d{0,14})_(.+)$/.exec(key) ?? [];
  if (identity === undefined) return undefined;
  return { userId: identity === GUEST ? undefined : Number(identity), shopSlug };
}

const WORDS = ['size', 'color', 'unit', 'unit_type', 'description'] as const;

/**
 * Parses a stored cart: keeps the valid lines and the known fields. Throws if the text is not a map of lines. Storage can be
 * edited by anyone, so everything is validated.
 */
export function readStoredCart(text: string | null): Cart {
  if (text === null) return EMPTY_CART;
  const lines: unknown = JSON.parse(text);
  if (typeof lines !== 'object' || lines === null || Array.isArray(lines)) throw new TypeError('Not a cart');
  return Object.fromEntries(Object.entries(lines).flatMap(([id, line]) => readLine(id, line)));
}

/** A stored line as an entry, or nothing if it is invalid. Requiring the id of a line also excludes `__proto__`. */
function readLine(id: string, stored: unknown): [string, CartLine][] {
  const {
    id: ownId,
    name,
    price,
    quantity,
    image,
    shopId,
    unit_id: unitId,
    ...rest
  } = (stored ?? {}) as Partial<CartLine>;
  if (ownId !== id || parseCartLineId(id) === undefined || typeof name !== 'string') return [];
  if (!isPrice(price) || !isPieces(quantity)) return [];
  const line: CartLine = {
    id,
    name,
    price,
    quantity: Math.min(quantity, MAX_QUANTITY),
    image: typeof image === 'string' ? image : '',
    shopId: typeof shopId === 'number' ? shopId : 0,
    ...(typeof unitId === 'number' ? { unit_id: unitId } : {}),
  };
  for (const key of WORDS) if (typeof rest[key] === 'string') line[key] = rest[key];
  return [[id, line]];
}

/** A whole number of paise. */
function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && isRupees(value);
}

function isPieces(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}
