import { cartLineCount } from '@haat/contract/rules/cart';
import type { LoadCart, OpenedCart } from '@haat/machines/cart/cart.machine';
import { loadCart } from '../../lib/cart-storage.ts';
import { takeTurns } from '../../lib/take-turns.ts';

/** Loads a cart; into a signed-in user's goes what was gathered in this shop as a guest, by one tab after the other. Spec section 4. */
export async function openCart({ key, guestKey }: LoadCart): Promise<OpenedCart> {
  if (guestKey === undefined || cartLineCount(loadCart(guestKey)) === 0) return { cart: loadCart(key), merged: [] };
  const { takeInGuestCart } = await import('./take-in-guest-cart.ts');
  return takeTurns('haat-cart', async () => takeInGuestCart(key, guestKey));
}
