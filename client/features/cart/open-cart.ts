import { cartLineCount } from '@haat/contract/rules/cart';
import type { LoadCart, OpenedCart } from '@haat/machines/cart/cart.machine';
import { loadCart } from '../../lib/cart-storage.ts';

/** Loads a cart; into a signed-in user's goes what was gathered in this shop as a guest. Spec section 4. */
export async function openCart({ key, guestKey }: LoadCart): Promise<OpenedCart> {
  if (guestKey === undefined || cartLineCount(loadCart(guestKey)) === 0) return { cart: loadCart(key), merged: [] };
  const { takeInGuestCart } = await import('./take-in-guest-cart.ts');
  const take = () => takeInGuestCart(key, guestKey);
  // Tabs take turns where the browser has locks (on https); elsewhere the note of the merge has to do.
  return 'locks' in navigator ? navigator.locks.request('haat-cart', take) : take();
}
