import { cartLineCount } from '@haat/contract/rules/cart';
import type { LoadCart, OpenedCart } from '@haat/machines/cart/cart.machine';
import { loadCart } from '../../lib/cart-storage.ts';
import { logProblem } from '../../lib/log-problem.ts';
import { takeTurns } from '../../lib/take-turns.ts';
import { untilSeen } from '../../lib/until-seen.ts';

/**
 * Loads a cart; into a signed-in user's goes what was gathered in this shop as a guest, by one tab after the other. A tab
 * behind leaves it to the one in front, where it is seen that something came in. Where the code for that cannot be fetched,
 * the guest's waits for the next time. Spec section 4.
 */
export async function openCart({ key, guestKey }: LoadCart, signal: AbortSignal): Promise<OpenedCart> {
  if (guestKey === undefined || cartLineCount(loadCart(guestKey)) === 0) return { cart: loadCart(key), merged: [] };
  await untilSeen(signal);
  try {
    const { takeInGuestCart } = await import('./take-in-guest-cart.ts');
    return await takeTurns('haat-cart', async () => takeInGuestCart(key, guestKey));
  } catch (error) {
    // Not an empty cart: the next change would be saved over the own one.
    logProblem('Error merging the guest cart', error);
    return { cart: loadCart(key), merged: [] };
  }
}
