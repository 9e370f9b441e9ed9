import { type Cart, cartKey, cartLineCount, mergeCarts, parseCartKey } from '@haat/contract/orders/cart';
import { useSyncExternalStore } from 'react';
import { listCartKeys, loadCart, onCartsChanged, removeCart } from '../../shared/cart/cart-storage.ts';

/** A cart that waits in a shop; `key` is where this identity keeps it. */
export type OpenCart = { shopSlug: string; key: string; cart: Cart };

/**
 * The carts of this identity in all shops, by their slugs. A logged-in user's carts include the guest carts of this browser,
 * which are merged when the shop is visited.
 */
export function listOpenCarts(userId: number | undefined): OpenCart[] {
  const slugs = listCartKeys()
    .flatMap((key) => parseCartKey(key) ?? [])
    .filter((owner) => owner.userId === undefined || owner.userId === userId)
    .map(({ shopSlug }) => shopSlug);
  return [...new Set(slugs)]
    .toSorted()
    .map((shopSlug) => ({ shopSlug, key: cartKey(userId, shopSlug), cart: wholeCart(userId, shopSlug) }))
    .filter(({ cart }) => cartLineCount(cart) > 0);
}

/** The number of open carts; renders again when it changes. */
export const useOpenCartCount = (userId: number | undefined): number =>
  useSyncExternalStore(onCartsChanged, () => listOpenCarts(userId).length);

/** Removes the cart, and the guest's cart in that shop. */
export function removeOpenCart({ shopSlug, key }: OpenCart): void {
  removeCart(key);
  removeCart(cartKey(undefined, shopSlug));
}

function wholeCart(userId: number | undefined, shopSlug: string): Cart {
  const own = loadCart(cartKey(userId, shopSlug));
  return userId === undefined ? own : mergeCarts(own, loadCart(cartKey(undefined, shopSlug)));
}
