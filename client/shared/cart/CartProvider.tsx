import { cartKey } from '@haat/contract/orders/cart';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { logProblem } from '../../lib/log.ts';
import { useDeferredActor } from '../../lib/use-deferred-actor.ts';
import { type CartOwner, createCartActor } from './cart-actor.ts';
import { loadCart, onCartStored } from './cart-storage.ts';
import { CartContext } from './use-cart.ts';

type Props = CartOwner & { children: ReactNode };

/** Provides the cart of the current user or guest in the shop of the screen. */
export function CartProvider({ userId, shopSlug, children }: Props) {
  const actor = useDeferredActor(() => createCartActor({ userId, shopSlug }));
  const queries = useQueryClient();

  useEffect(() => actor.send({ type: 'identity.changed', userId }), [actor, userId]);
  useEffect(() => actor.send({ type: 'shop.changed', shopSlug }), [actor, shopSlug]);
  useEffect(() => {
    const ownKey = cartKey(userId, shopSlug ?? '');
    return onCartStored((key = ownKey) => actor.send({ type: 'stored.changed', key, cart: loadCart(key) }));
  }, [actor, userId, shopSlug]);
  useEffect(
    () =>
      actor.onEmitted((notification) => {
        import('./cart-toasts.ts').then(
          ({ showCartToast }) => showCartToast(notification, actor, queries),
          (error: unknown) => logProblem('Error showing a change of the cart', error),
        );
      }),
    [actor, queries],
  );

  return <CartContext.Provider value={actor}>{children}</CartContext.Provider>;
}
