import type { CartConflict } from '@haat/contract/api/orders.schema';
import { cartChanges, type CartChange } from '@haat/contract/rules/cart-changes';
import type { Problem } from '@haat/machines/problem';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { productsQuery, shopQuery } from '../../lib/queries.ts';
import { shelfLines } from '../cart/shelf-lines.ts';
import { useCart } from '../cart/use-cart.ts';
import { useHeldGoods } from './use-held-goods.ts';

type Refusal = { problem: Problem | undefined; changed: CartConflict | undefined };

/**
 * What of the cart is not as the shop has it: as the server said when it refused the order, else by the shelf as read since
 * the cart was opened. Nothing while the shelf cannot be read: the server compares again.
 */
export function useCartChanges(shopSlug: string, { problem, changed }: Refusal): readonly CartChange[] {
  const { cart } = useCart();
  const held = useHeldGoods(shopSlug);
  const { data: shop } = useQuery(shopQuery(shopSlug));
  const {
    data: products,
    isFetchedAfterMount,
    refetch,
  } = useQuery({ ...productsQuery(shop?.id ?? 0), enabled: shop !== undefined, refetchOnMount: 'always' });

  // The shelf on this screen was older than the refusal: it must not contradict what the customer is about to agree to.
  // What is sold no longer is refused without lines, and found on the shelf alone.
  const isRefused = problem !== undefined;
  useEffect(() => {
    if (isRefused) void refetch();
  }, [isRefused, refetch]);

  return useMemo(() => {
    const shelf = products && isFetchedAfterMount ? shelfLines(products) : undefined;
    if (!shelf && !changed) return [];
    const told = (changed?.lines ?? []).map((line) => [line.id, line] as const);
    const ours = [...(shelf ?? [])].map(([id, { price, stock }]) => {
      return [id, { price, stock: stock + (held.get(id) ?? 0) }] as const;
    });
    return cartChanges(cart, new Map([...ours, ...told]));
  }, [cart, held, products, isFetchedAfterMount, changed]);
}
