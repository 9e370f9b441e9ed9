import { cartMachine, type LoadCart, type OpenedCart } from '@haat/machines/cart/cart.machine';
import { createActorContext } from '@xstate/react';
import { fromPromise, type ActorRefFrom } from 'xstate';
import { removeAllCarts, removeCart, saveCart } from '../../lib/cart-storage.ts';
import { openCart } from './open-cart.ts';

export type CartActor = ActorRefFrom<typeof cartMachine>;

/** The cart machine over the storage of this browser. */
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
