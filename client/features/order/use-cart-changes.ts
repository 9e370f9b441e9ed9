import type { CartConflict } from '@haat/contract/api/orders.schema';
import { cartChanges, type ChangedLine } from '@haat/contract/rules/cart-changes';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCart } from '../cart/use-cart.ts';
import { useShelfLines } from '../cart/use-shelf-lines.ts';

/** What of the cart is not as the shop has it: as the server said when it refused the order, else as the shelf shows. */
export function useCartChanges(shopSlug: string, refused: CartConflict | undefined): ChangedLine[] {
  const queries = useQueryClient();
  const { cart } = useCart();
  const shelf = useShelfLines(shopSlug);

  // The shelf on this screen was older than the refusal: it must not contradict what the customer is about to agree to.
  useEffect(() => {
    if (refused) void queries.invalidateQueries({ queryKey: ['products'] });
  }, [queries, refused]);

  if (!shelf && !refused) return [];
  const refusedLines = (refused?.lines ?? []).map((line) => [line.id, line] as const);
  return cartChanges(cart, new Map([...(shelf ?? []), ...refusedLines]));
}
