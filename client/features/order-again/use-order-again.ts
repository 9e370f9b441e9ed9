import type { OrderItemView, OrderView } from '@haat/contract/api/orders.schema';
import { cartKey } from '@haat/contract/rules/cart-key';
import { cartLineId } from '@haat/contract/rules/cart-line-id';
import { orderAgain, type OrderedAgain, type OrderedLine } from '@haat/contract/rules/order-again';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { loadCart, saveCart } from '../../lib/cart-storage.ts';
import { productsQuery } from '../../lib/queries.ts';
import { shelfLines } from '../cart/shelf-lines.ts';
import { useCartSend } from '../cart/use-cart.ts';
import { useSession } from '../session/use-session.ts';

const MUTATION = ['order-again'];

/**
 * Puts the lines of an earlier order into the cart of its shop, as the shelf has them now, and opens that cart with what is
 * to be said of them. Where nothing can be had any more, it stays and answers why.
 */
export function useOrderAgain({ shop, items }: Pick<OrderView, 'shop' | 'items'>) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const sendToCart = useCartSend();
  const { userId } = useSession();

  const { mutate, ...again } = useMutation<OrderedAgain>({
    mutationKey: MUTATION,
    mutationFn: async () => {
      const products = await queries.fetchQuery({ ...productsQuery(shop.id), staleTime: 0 });
      const key = cartKey(userId, shop.slug);
      const again = orderAgain(loadCart(key), items.map(orderedLine), shelfLines(products));
      if (again.added === 0) return again;
      saveCart(key, again.cart);
      // The cart on the screen, if it is this shop's, takes it in as if another tab had filled it.
      sendToCart({ type: 'stored.changed', key, cart: again.cart });
      return again;
    },
    onSuccess: ({ added, remarks }) => {
      if (added > 0) void navigate(`/${shop.slug}/order`, { state: { remarks } });
    },
  });
  // Two taps can come before the button is drawn as disabled.
  const start = () => {
    if (queries.isMutating({ mutationKey: MUTATION }) === 0) mutate();
  };
  return { ...again, start };
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
