import { cartKey } from '@haat/contract/rules/cart';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { loadCart, onCartStored } from './cart-storage.ts';
import { logProblem } from '../../lib/log.ts';
import { CartContext } from './use-cart.ts';

type Owner = {
  /** Undefined for a guest. */
  userId: number | undefined;
  /** Undefined on screens without a shop. */
  shopSlug: string | undefined;
};
type Props = Owner & { children: ReactNode };

/** Provides the cart of the current user or guest in the shop of the screen. */
export function CartProvider({ userId, shopSlug, children }: Props) {
  return (
    <CartContext.Provider options={{ input: { userId, shopSlug } }}>
      <CartSync userId={userId} shopSlug={shopSlug} />
      {children}
    </CartContext.Provider>
  );
}

function CartSync({ userId, shopSlug }: Owner) {
  const actor = CartContext.useActorRef();
  const queries = useQueryClient();

  useEffect(() => actor.send({ type: 'identity.changed', userId }), [actor, userId]);
  useEffect(() => actor.send({ type: 'shop.changed', shopSlug }), [actor, shopSlug]);
  useEffect(() => {
    const ownKey = cartKey(userId, shopSlug ?? '');
    return onCartStored((key = ownKey) => actor.send({ type: 'stored.changed', key, cart: loadCart(key) }));
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

  return null;
}
