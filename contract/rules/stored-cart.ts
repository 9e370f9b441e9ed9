import { parseCartLineId } from './cart-line-id.ts';
import { isRupees } from './rupees.ts';
import { EMPTY_CART, MAX_QUANTITY, type Cart, type CartLine } from './cart.ts';

const WORDS = ['size', 'color', 'unit', 'unit_type', 'description'] as const;

/**
 * The cart in a stored text: of its lines those that can be one, with the fields that a line has. Throws where the text
 * is no map of lines at all. Anybody can write into a browser's storage, so nothing in it is believed. Spec sections 3, 4.
 */
export function readStoredCart(text: string | null): Cart {
  if (text === null) return EMPTY_CART;
  const lines: unknown = JSON.parse(text);
  if (typeof lines !== 'object' || lines === null || Array.isArray(lines)) throw new TypeError('Not a cart');
  return Object.fromEntries(Object.entries(lines).flatMap(([id, line]) => readLine(id, line)));
}

/** A list of the line's id and the line, or an empty one. An id that is none of a line also keeps `__proto__` out. */
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

/** Not every number is an amount of rupees: one with half a paisa could not be added up. */
function isPrice(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && isRupees(value);
}

function isPieces(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}
