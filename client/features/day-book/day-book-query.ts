import type { DayBookView } from '@haat/contract/api/day-book.schema';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { DESK_QUERY_KEYS } from '../../lib/desk-query-keys.ts';

const SUM = { orders: 0, amount: 0 };
const CASH_ORDER = { id: 0, orderNumber: '', time: '', customer_name: '', amount: 0 };
const DAY_BOOK = {
  day: '',
  today: '',
  cash: { ...SUM, list: [CASH_ORDER] },
  online: SUM,
  total: 0,
  due: SUM,
} as const;

/** The till of a day, today without one; read again with the shop's orders whenever one comes or moves. */
export const dayBookQuery = (shopId: number, day: string | undefined) =>
  queryOptions({
    queryKey: [...DESK_QUERY_KEYS.dayBook(shopId), day],
    queryFn: ({ signal }) => callApi<DayBookView>(dayBookPath(shopId, 'day-book', day), { signal, like: DAY_BOOK }),
    staleTime: 0,
    // Midnight comes without an event.
    refetchInterval: day === undefined && 60_000,
  });

/** Where the server has the book of a day. */
export const dayBookPath = (shopId: number, file: 'day-book' | 'day-book.csv', day: string | undefined): string =>
  `/api/shops/${shopId}/${file}${day === undefined ? '' : `?day=${day}`}`;
