import { cartKey } from '@haat/contract/orders/cart';
import { useQueryClient } from '@tanstack/react-query';
import { useActorRef } from '@xstate/react';
import { type ReactNode, useEffect } from 'react';
import { logProblem } from '../../lib/log.ts';
import { storedCart } from './cart-actor.ts';
import { loadCart, onCartStored } from './cart-storage.ts';
import { CartContext } from './use-cart.ts';

type Props = {
  /** Undefined for a guest. */
  userId: number | undefined;
  /** Undefined on screens without a shop. */
  shopSlug: string | undefined;
  children: ReactNode;
};

/** Provides the cart of the current user or guest in the shop of the screen. */
export function CartProvider({ userId, shopSlug, children }: Props) {
  const actor = useActorRef(storedCart, { input: { userId, shopSlug } });
  const queries = useQueryClient();

  useEffect(() => actor.send({ type: 'identity.changed', userId }), [actor, userId]);
  useEffect(() => actor.send({ type: 'shop.changed', shopSlug }), [actor, shopSlug]);
  useEffect(() => {
    const ownKey = cartKey(userId, shopSlug ?? '');
    const follow = (key = ownKey) => actor.send({ type: 'stored.changed', key, cart: loadCart(key) });
    // Another tab may have stored it before this one listened.
    follow();
    return onCartStored(follow);
  }, [actor, userId, shopSlug]);
  useEffect(() => {
    const { unsubscribe } = actor.on('*', (notification) => {
      import('./cart-toasts.ts').then(
        ({ showCartToast }) => showCartToast(notification, actor, queries),
        (error: unknown) => logProblem('Error showing a change of the cart', error),
      );
    });
    return unsubscribe;
  }, [actor, queries]);

  return <CartContext.Provider value={actor}>{children}</CartContext.Provider>;
}
