import { cartItemCount, cartLineCount, cartTotalPaise, type Cart } from '@haat/contract/rules/cart';
import { useShopInPath } from '../../lib/shop-path.ts';
import { CartContext } from './cart-context.ts';

export type CartView = {
  cart: Cart;
  /** True after the first load for this user and shop; an empty cart before that says nothing. */
  isLoaded: boolean;
  itemCount: number;
  lineCount: number;
  totalPaise: number;
};

/** The cart as it stands; renders again with every change of it. */
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

/** Whether the cart was loaded; unlike the cart itself this does not render again with every piece. */
export function useIsCartLoaded(): boolean {
  const shopSlug = useShopInPath();
  // On the way from one shop to another, the cart of the first one is in memory a moment longer than on the screen.
  return CartContext.useSelector((state) => state.matches('ready') && state.context.shopSlug === shopSlug);
}

/** How many of one line are in the cart; renders again only when this number changes. */
export function useLineQuantity(lineId: string): number {
  return CartContext.useSelector(({ context }) => context.cart[lineId]?.quantity ?? 0);
}

/** Sends events to the cart: `line.added`, `line.changed`, `emptied`, `cleared`, `allCleared`, `repriced`. */
export function useCartSend() {
  return CartContext.useActorRef().send;
}
