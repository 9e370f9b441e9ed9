import { useEffect, type ReactNode } from 'react';
import { onCartStored } from '../../lib/cart-storage.ts';
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
  const { send } = CartContext.useActorRef();

  useEffect(() => send({ type: 'identity.changed', userId }), [send, userId]);
  useEffect(() => send({ type: 'shop.changed', shopSlug }), [send, shopSlug]);
  useEffect(() => onCartStored((key, cart) => send({ type: 'stored.changed', key, cart })), [send]);

  return null;
}
