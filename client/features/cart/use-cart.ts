import { type Cart, cartItemCount, cartLineCount, cartTotalPaise } from '@haat/contract/rules/cart';
import { cartMachine, type LoadCart, type OpenedCart } from '@haat/machines/cart/cart.machine';
import { createActorContext } from '@xstate/react';
import { type ActorRefFrom, fromPromise } from 'xstate';
import { loadCart, removeAllCarts, removeCart, saveCart } from './cart-storage.ts';
import { logProblem } from '../../lib/log.ts';
import { useShopInPath } from '../../lib/shop-path.ts';
import { withTabLock, whenVisible } from '../../lib/async.ts';

type CartView = {
  cart: Cart;
  /** True once it was loaded for this user and shop; before that the cart is empty. */
  isLoaded: boolean;
  itemCount: number;
  lineCount: number;
  totalPaise: number;
};

/** The cart; renders again on each change. */
export function useCart(): CartView {
  const cart = CartContext.useSelector(({ context }) => context.cart);
  const isLoaded = useIsCartLoaded();
  return {
    cart,
    isLoaded,
    itemCount: cartItemCount(cart),
    lineCount: cartLineCount(cart),
    totalPaise: cartTotalPaise(cart),
  };
}

/** Whether the cart was loaded; unlike `useCart` this does not render again on each change. */
export function useIsCartLoaded(): boolean {
  const shopSlug = useShopInPath();
  // During navigation to another shop the machine still has the cart of the first one.
  return CartContext.useSelector((state) => state.matches('ready') && state.context.shopSlug === shopSlug);
}

/** The quantity of one line; renders again only when it changes. */
export function useLineQuantity(lineId: string): number {
  return CartContext.useSelector(({ context }) => context.cart[lineId]?.quantity ?? 0);
}

/** Sends events to the cart: `line.added`, `line.changed`, `emptied`, `cleared`, `allCleared`, `repriced`. */
export function useCartSend() {
  return CartContext.useActorRef().send;
}

export type CartActor = ActorRefFrom<typeof cartMachine>;

/** The cart machine with the storage of this browser. */
export const CartContext = createActorContext(
  cartMachine.provide({
    actors: { openCart: fromPromise<OpenedCart, LoadCart>(({ input, signal }) => openCart(input, signal)) },
    actions: {
      saveCart: (_, { key, cart }) => saveCart(key, cart),
      removeCart: (_, { key }) => removeCart(key),
      removeAllCarts,
    },
  }),
);

/**
 * Loads a cart. The guest cart of the shop is merged into a signed-in user's cart, by one tab at a time; a hidden tab
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
