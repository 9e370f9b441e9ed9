import { cartLineCount } from '@haat/contract/orders/cart';
import {
  type CartEvent,
  cartMachine,
  type CartNotification,
  type LoadCart,
  type OpenedCart,
} from '@haat/machines/orders/cart.machine';
import { createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { withTabLock } from '../../lib/async.ts';
import type { StartMachine } from '../../lib/deferred-actor.ts';
import { logProblem } from '../../lib/log.ts';
import { type CartState, storedCart } from './cart-actor.ts';
import { loadCart, removeAllCarts, saveCart } from './cart-storage.ts';

/** Starts the cart from storage. Without a guest cart to merge, it is ready immediately. */
export const startCart: StartMachine<CartState, CartEvent, CartNotification> = (shown, { onState, onEmitted }) => {
  const { userId, shopSlug, cart, isLoaded } = storedCart(shown);
  const context = { userId, shopSlug, cart, isOvertaken: false, early: [] };
  const actor = createActor(machine, {
    input: { userId, shopSlug },
    ...(isLoaded && { snapshot: machine.resolveState({ value: 'ready', context }) }),
  });
  actor.subscribe((snapshot) => onState(stateOf(snapshot)));
  actor.on('*', onEmitted);
  return actor.start();
};

function stateOf(snapshot: SnapshotFrom<typeof cartMachine>): CartState {
  const { userId, shopSlug, cart } = snapshot.context;
  return { userId, shopSlug, cart, isLoaded: snapshot.matches('ready') };
}

const machine = cartMachine.provide({
  actors: { openCart: fromPromise<OpenedCart, LoadCart>(({ input, signal }) => openCart(input, signal)) },
  actions: { saveCart: (_, { key, cart }) => saveCart(key, cart), removeAllCarts },
});

/**
 * Loads a cart. The guest cart of the shop is merged into a logged-in user's cart, by one tab at a time; a hidden tab
 * waits until it is visible, because the merge shows a toast. If the code of the merge cannot be loaded, the guest cart
 * stays for the next time.
 */
export async function openCart({ key, guestKey }: LoadCart, signal: AbortSignal): Promise<OpenedCart> {
  if (guestKey === undefined || cartLineCount(loadCart(guestKey)) === 0) return { cart: loadCart(key), merged: [] };
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
