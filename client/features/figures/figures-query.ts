import type { FiguresView } from '@haat/contract/api/figures.schema';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';

const DAY = { day: '', orders: 0, takings: 0 };
const FIGURES = {
  today: DAY,
  open_orders: 0,
  days: [DAY],
  best_sellers: [{ name: '' }],
  low_stock: [{ name: '' }],
} as const;

/** How a shop is doing; read again with its orders whenever one comes or moves, for its key begins with theirs. */
export const figuresQuery = (shopId: number) =>
  queryOptions({
    queryKey: QUERY_KEYS.figures(shopId),
    queryFn: ({ signal }) => callApi<FiguresView>(`/api/shops/${shopId}/figures`, { signal, like: FIGURES }),
    staleTime: 0,
    // Midnight comes without an event.
    refetchInterval: 60_000,
  });
