import { cartMachine, type LoadCarts, type LoadedCarts } from '@haat/machines/cart/cart.machine';
import { EMPTY_CART } from '@haat/contract/rules/cart';
import { createActorContext } from '@xstate/react';
import { fromPromise } from 'xstate';
import { loadCart, removeAllCarts, removeCart, saveCart } from '../../lib/cart-storage.ts';

const loadCarts = fromPromise<LoadedCarts, LoadCarts>(async ({ input: { key, guestKey } }) => ({
  own: loadCart(key),
  guest: guestKey === undefined ? EMPTY_CART : loadCart(guestKey),
}));

/** The cart machine over the storage of this browser. */
export const CartContext = createActorContext(
  cartMachine.provide({
    actors: { loadCarts },
    actions: {
      saveCart: (_, { key, cart }) => saveCart(key, cart),
      removeCart: (_, { key }) => removeCart(key),
      removeAllCarts,
    },
  }),
);
