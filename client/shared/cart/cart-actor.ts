import { cartLineCount } from '@haat/contract/orders/cart';
import { cartMachine, type MergeCarts, type MergedCart } from '@haat/machines/orders/cart.machine';
import { type ActorRefFrom, assign, fromPromise } from 'xstate';
import { withTabLock } from '../../lib/async.ts';
import { logProblem } from '../../lib/log.ts';
import { loadCart, removeAllCarts, saveCart } from './cart-storage.ts';

export type CartActor = ActorRefFrom<typeof cartMachine>;

/** The cart machine with the storage of this browser. */
export const storedCart = cartMachine.provide({
  actors: {
    mergeGuestCart: fromPromise<MergedCart, MergeCarts>(({ input, signal }) => mergeWhenVisible(input, signal)),
  },
  actions: {
    readCart: assign((_, { key }: { key: string }) => ({ cart: loadCart(key) })),
    saveCart: (_, { key, cart }) => saveCart(key, cart),
    removeAllCarts,
  },
  guards: { hasGuestLines: (_, key) => key !== undefined && cartLineCount(loadCart(key)) > 0 },
});

/**
 * Merges the guest cart of the shop into a logged-in user's cart, by one tab at a time; a hidden tab waits until it is visible,
 * because the merge shows a toast. If the code of the merge cannot be loaded, the guest cart stays for the next time.
 */
export async function mergeWhenVisible({ key, guestKey }: MergeCarts, signal: AbortSignal): Promise<MergedCart> {
  await whenVisible(signal);
  try {
    const { mergeGuestCart } = await import('./merge-guest-cart.ts');
    return await withTabLock('haat-cart', async () => mergeGuestCart(key, guestKey));
  } catch (error) {
    // An empty cart would overwrite the stored one with the next change.
    logProblem('Error merging the guest cart', error);
    return { cart: loadCart(key), merged: [] };
  }
}

/** Waits until this tab is visible; never resolves when `signal` aborts before that. */
async function whenVisible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return;
  await new Promise((resolve) => document.addEventListener('visibilitychange', resolve, { once: true, signal }));
}
