import type { FiguresView } from '@haat/contract/api/figures.schema';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { DESK_QUERY_KEYS } from '../../lib/desk-query-keys.ts';

const DAY = { day: '', orders: 0, takings: 0 };
const FIGURES = {
  today: DAY,
  open_orders: 0,
  days: [DAY],
  best_sellers: [{ name: '' }],
  low_stock: [{ name: '' }],
} as const;

/** How a shop is doing; read again when its orders come and move (`useShopOrdersLive`). */
export const figuresQuery = (shopId: number) =>
  queryOptions({
    queryKey: DESK_QUERY_KEYS.figures(shopId),
    queryFn: ({ signal }) => callApi<FiguresView>(`/api/shops/${shopId}/figures`, { signal, like: FIGURES }),
    staleTime: 0,
    // Midnight comes without an event.
    refetchInterval: 60_000,
  });
