import { listProducts } from '@haat/contract/catalog/products.calls';
import type { OrderItemView } from '@haat/contract/orders/order-lines.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { cartKey, cartLineId } from '@haat/contract/orders/cart';
import { orderAgain, type OrderAgainResult, type OrderedLine } from '@haat/contract/orders/order-again';
import type { QueryClient } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import { catalogLines } from '../../shared/cart/cart-lines.ts';
import { loadCart, saveCart } from '../../shared/cart/cart-storage.ts';
import type { useCartSend } from '../../shared/cart/use-cart.ts';

type Customer = { queries: QueryClient; userId: number | undefined; sendToCart: ReturnType<typeof useCartSend> };

/** Adds the lines of an earlier order to the cart of its shop, as the catalog has them now. */
export async function addOrderedLines(
  { shop, items }: Pick<OrderView, 'shop' | 'items'>,
  { queries, userId, sendToCart }: Customer,
): Promise<OrderAgainResult> {
  const products = await queries.fetchQuery(callQuery(listProducts, { query: { shopId: shop.id } }, { staleTime: 0 }));
  const key = cartKey(userId, shop.slug);
  const again = orderAgain(loadCart(key), items.map(orderedLine), catalogLines(products));
  if (again.added === 0) return again;
  saveCart(key, again.cart);
  // If the cart machine has this cart loaded, it updates it like a change of another tab.
  sendToCart({ type: 'stored.changed', key, cart: again.cart });
  return again;
}

function orderedLine({ product_id, size_id, color_id, unit_id, name, price, quantity }: OrderItemView): OrderedLine {
  const id = cartLineId({
    productId: product_id,
    sizeId: size_id ?? 0,
    colorId: color_id ?? 0,
    unitId: unit_id ?? 0,
  });
  return { id, name, price, quantity };
}
