import { cartKey } from '@haat/contract/rules/cart-key';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { loadCart, onCartStored } from '../../lib/cart-storage.ts';
import { logProblem } from '../../lib/log-problem.ts';
import { CartContext } from './cart-context.ts';

type Owner = {
  /** Undefined for a guest. */
  userId: number | undefined;
  /** Undefined on screens of no shop. */
  shopSlug: string | undefined;
};
type Props = Owner & { children: ReactNode };

/** The cart of whoever is at the screen, in the shop that the screen belongs to. Spec section 4. */
export function CartProvider({ userId, shopSlug, children }: Props) {
  return (
    <CartContext.Provider options={{ input: { userId, shopSlug } }}>
      <FollowOwner userId={userId} shopSlug={shopSlug} />
      {children}
    </CartContext.Provider>
  );
}

function FollowOwner({ userId, shopSlug }: Owner) {
  const actor = CartContext.useActorRef();
  const queries = useQueryClient();

  useEffect(() => actor.send({ type: 'identity.changed', userId }), [actor, userId]);
  useEffect(() => actor.send({ type: 'shop.changed', shopSlug }), [actor, shopSlug]);
  useEffect(() => {
    const ownKey = cartKey(userId, shopSlug ?? '');
    return onCartStored((key = ownKey) => actor.send({ type: 'stored.changed', key, cart: loadCart(key) }));
  }, [actor, userId, shopSlug]);
  useEffect(() => {
    const { unsubscribe } = actor.on('*', (news) => {
      import('./tell-cart-news.ts').then(
        ({ tellCartNews }) => tellCartNews(news, actor, queries),
        (error: unknown) => logProblem('Error telling what changed in the cart', error),
      );
    });
    return unsubscribe;
  }, [actor, queries]);

  return null;
}
