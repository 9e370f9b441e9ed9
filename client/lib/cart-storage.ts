import { CART_KEY_PREFIX, parseCartKey } from '@haat/contract/rules/cart-key';
import { EMPTY_CART, type Cart } from '@haat/contract/rules/cart';
import { readStoredCart } from '@haat/contract/rules/stored-cart';
import { logProblem } from './log-problem.ts';
import { showToast } from './toasts.ts';

/** Carts that could not be stored: they last as long as the page. */
const unkept = new Map<string, Cart>();
let isTold = false;

/** The stored cart, without lines that are none; an empty one when it cannot be loaded. Spec sections 4 and 8. */
export function loadCart(key: string): Cart {
  try {
    return unkept.get(key) ?? readStoredCart(localStorage.getItem(key));
  } catch (error) {
    logProblem('Error loading cart from localStorage', error);
    return EMPTY_CART;
  }
}

/** Keeps the cart; where storage is full or forbidden in memory alone, which the customer is told once. Spec section 8. */
export function saveCart(key: string, cart: Cart): void {
  try {
    localStorage.setItem(key, JSON.stringify(cart));
    unkept.delete(key);
  } catch (error) {
    logProblem('Error saving cart to localStorage', error);
    unkept.set(key, cart);
    if (!isTold) showToast({ tone: 'error', key: 'cart.notKept' });
    isTold = true;
  }
}

/** Forgets one stored cart. */
export function removeCart(key: string): void {
  unkept.delete(key);
  forget(() => localStorage.removeItem(key));
}

/** Forgets every stored cart, of all identities and shops. Spec section 4, clear all. */
export function removeAllCarts(): void {
  unkept.clear();
  forget(() => {
    for (const key of storedKeys()) if (key.startsWith(CART_KEY_PREFIX)) localStorage.removeItem(key);
  });
}

/** The keys of all carts on this device, stored or in memory. */
export function listCartKeys(): string[] {
  return [...new Set([...unkept.keys(), ...storedKeys()])].filter((key) => parseCartKey(key) !== undefined);
}

/**
 * Calls back when another tab changed a stored cart, or without a key when any of them can have changed: all was cleared,
 * or the page comes out of the browser's back-forward cache, where it heard nothing. Returns the unsubscribe.
 */
export function onCartStored(listener: (key: string | undefined) => void): () => void {
  const hear = ({ key }: StorageEvent) => {
    if (key === null) listener(undefined);
    else if (parseCartKey(key)) {
      unkept.delete(key);
      listener(key);
    }
  };
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener(undefined);
  };
  window.addEventListener('storage', hear);
  window.addEventListener('pageshow', comeBack);
  return () => {
    window.removeEventListener('storage', hear);
    window.removeEventListener('pageshow', comeBack);
  };
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function forget(remove: () => void): void {
  try {
    remove();
  } catch (error) {
    logProblem('Error saving cart to localStorage', error);
  }
}
