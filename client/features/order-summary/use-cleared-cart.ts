import { useEffect } from 'react';
import { useShopInPath } from '../../lib/shop-path.ts';
import { useCart, useCartSend } from '../cart/use-cart.ts';
import { noteClearedCart, type OrderSummary } from './summary-storage.ts';

/**
 * What was ordered leaves the cart as soon as its order is on the screen: so it is gone however the screen is left, and
 * Back finds an empty cart, which leads to the products. Once for an order: what was gathered since is another cart, though
 * somebody comes back to this screen. Spec section 4.
 */
export function useClearedCart(summary: OrderSummary, isOrdered: boolean): void {
  const send = useCartSend();
  const { isLoaded } = useCart();
  const isItsShop = useShopInPath() === summary.shopSlug;
  const { orderId } = summary;
  useEffect(() => {
    if (isOrdered && isItsShop && isLoaded && noteClearedCart(orderId)) send({ type: 'cleared' });
  }, [send, isOrdered, isItsShop, isLoaded, orderId]);
}
