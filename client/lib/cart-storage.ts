import { CART_KEY_PREFIX } from '@haat/contract/rules/cart-key';
import { EMPTY_CART, type Cart, type CartLine } from '@haat/contract/rules/cart';
import { logProblem } from './log-problem.ts';

/** The stored cart, without lines that are none; an empty one when it cannot be loaded. Spec sections 4 and 8. */
export function loadCart(key: string): Cart {
  try {
    return parseCart(localStorage.getItem(key));
  } catch (error) {
    logProblem('Error loading cart from localStorage', error);
    return EMPTY_CART;
  }
}

/** Keeps the cart; the page goes on without where storage is full or forbidden. Spec section 8. */
export function saveCart(key: string, cart: Cart): void {
  try {
    localStorage.setItem(key, JSON.stringify(cart));
  } catch (error) {
    logProblem('Error saving cart to localStorage', error);
  }
}

/** Forgets one stored cart. */
export function removeCart(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch (error) {
    logProblem('Error saving cart to localStorage', error);
  }
}

/** Forgets every stored cart, of all identities and shops. Spec section 4, clear all. */
export function removeAllCarts(): void {
  try {
    for (const key of Object.keys(localStorage).filter(isCartKey)) localStorage.removeItem(key);
  } catch (error) {
    logProblem('Error saving cart to localStorage', error);
  }
}

/** Calls back when another tab changed a stored cart; returns the unsubscribe. */
export function onCartStored(listener: (key: string, cart: Cart) => void): () => void {
  const hear = ({ key, storageArea }: StorageEvent) => {
    if (key && isCartKey(key) && storageArea === localStorage) listener(key, loadCart(key));
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}

function isCartKey(key: string): boolean {
  return key.startsWith(CART_KEY_PREFIX);
}

function parseCart(stored: string | null): Cart {
  if (stored === null) return EMPTY_CART;
  const lines: unknown = JSON.parse(stored);
  if (typeof lines !== 'object' || lines === null || Array.isArray(lines)) throw new TypeError('Not a cart');
  return Object.fromEntries(Object.entries(lines).filter(([id, line]) => isCartLine(id, line)));
}

function isCartLine(id: string, line: unknown): line is CartLine {
  const { id: ownId, name, price, quantity } = (line ?? {}) as Partial<CartLine>;
  const isAmount = typeof price === 'number' && Number.isFinite(price) && price >= 0;
  return ownId === id && typeof name === 'string' && isAmount && Number.isInteger(quantity) && Number(quantity) > 0;
}
