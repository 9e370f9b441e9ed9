import {
  type Cart,
  CART_KEY_PREFIX,
  cartLineCount,
  EMPTY_CART,
  parseCartKey,
  readStoredCart,
} from '@haat/contract/orders/cart';
import { logProblem } from '../../lib/log.ts';
import { showToast } from '../../ui/toasts.tsx';

/** Carts that could not be stored: they last as long as the page. */
const unsaved = new Map<string, Cart>();
let isWarningShown = false;

/** The stored cart without its invalid lines; an empty one when it cannot be loaded. */
export function loadCart(key: string): Cart {
  try {
    return unsaved.get(key) ?? readStoredCart(localStorage.getItem(key));
  } catch (error) {
    logProblem('Error loading cart from localStorage', error);
    return EMPTY_CART;
  }
}

/**
 * Stores the cart; one without lines is removed. Where storage is full or forbidden it stays in memory, and the customer sees
 * a warning once.
 */
export function saveCart(key: string, cart: Cart): void {
  if (cartLineCount(cart) === 0) return removeCart(key);
  try {
    localStorage.setItem(key, JSON.stringify(cart));
    unsaved.delete(key);
  } catch (error) {
    logProblem('Error saving cart to localStorage', error);
    unsaved.set(key, cart);
    if (!isWarningShown) showToast({ tone: 'error', key: 'cart.notSaved' });
    isWarningShown = true;
  }
  notifyOfChange();
}

/** Removes one stored cart. */
export function removeCart(key: string): void {
  unsaved.delete(key);
  tryRemove(() => localStorage.removeItem(key));
  notifyOfChange();
}

/** Removes every stored cart, of all identities and shops. */
export function removeAllCarts(): void {
  unsaved.clear();
  tryRemove(() => {
    for (const key of storedKeys()) if (key.startsWith(CART_KEY_PREFIX)) localStorage.removeItem(key);
  });
  notifyOfChange();
}

/** The keys of all carts on this device, stored or in memory. */
export function listCartKeys(): string[] {
  return [...new Set([...unsaved.keys(), ...storedKeys()])].filter((key) => parseCartKey(key) !== undefined);
}

const listeners = new Set<() => void>();

function notifyOfChange(): void {
  for (const listener of listeners) listener();
}

/** Calls back when a stored cart changed, in this tab or another one. Returns the unsubscribe. */
export function onCartsChanged(listener: () => void): () => void {
  listeners.add(listener);
  const stop = onCartStored(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

/**
 * Calls back when another tab changed a stored cart, or without a key when any of them may have changed: storage was cleared,
 * or the page returns from the browser's back-forward cache, where it receives no events. Returns the unsubscribe.
 */
export function onCartStored(listener: (key: string | undefined) => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null) listener(undefined);
    else if (parseCartKey(key)) {
      unsaved.delete(key);
      listener(key);
    }
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener(undefined);
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

function tryRemove(remove: () => void): void {
  try {
    remove();
  } catch (error) {
    logProblem('Error saving cart to localStorage', error);
  }
}
