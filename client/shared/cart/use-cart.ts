import { type Cart, cartItemCount, cartLineCount, cartTotalPaise } from '@haat/contract/orders/cart';
import { createActorContext } from '../../lib/actor-context.ts';
import { useShopInPath } from '../../lib/shop-path.ts';
import type { CartActor } from './cart-actor.ts';

export const CartContext = createActorContext<CartActor>();

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
  const shopSlug = useShopInPath();
  // During navigation to another shop it is still the cart of the first one.
  const isLoaded = CartContext.useSelector((state) => state.matches('ready') && state.context.shopSlug === shopSlug);
  return {
    cart,
    isLoaded,
    itemCount: cartItemCount(cart),
    lineCount: cartLineCount(cart),
    totalPaise: cartTotalPaise(cart),
  };
}

/** The quantity of one line; renders again only when it changes. */
export function useLineQuantity(lineId: string): number {
  return CartContext.useSelector(({ context }) => context.cart[lineId]?.quantity ?? 0);
}

/** Sends events to the cart: `line.added`, `line.changed`, `emptied`, `cleared`, `allCleared`, `repriced`. */
export function useCartSend() {
  return CartContext.useActor().send;
}
