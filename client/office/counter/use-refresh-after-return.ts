import { useQueryClient } from '@tanstack/react-query';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';

/** Reloads what changes when items of a sale come back: the stock, the orders with their sums, and the stats. */
export function useRefreshAfterReturn(shopId: number): () => void {
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.counterItems(shopId) });
    void queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.allShopOrders });
    void queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.allStats });
  };
}
