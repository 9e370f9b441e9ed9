import { useEffect } from 'react';
import { useCart, useCartSend } from '../cart/use-cart.ts';

/**
 * What was ordered leaves the cart as soon as its order is on the screen: so it is gone however the screen is left, and
 * Back finds an empty cart, which leads to the products. Spec section 4.
 */
export function useClearedCart(hasOrder: boolean): void {
  const send = useCartSend();
  const { isLoaded } = useCart();
  useEffect(() => {
    if (hasOrder && isLoaded) send({ type: 'cleared' });
  }, [send, hasOrder, isLoaded]);
}
