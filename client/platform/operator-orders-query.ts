import type { InputOf } from '@haat/contract/endpoint';
import {
  exportFoundOrders,
  findOrders,
  type OperatorOrderView,
  summarizeOrders,
} from '@haat/contract/platform/operator-orders.calls';
import { type Direction, ORDER_SORTS, type OrderSort } from '@haat/contract/platform/operator-lists';
import { ORDER_STATUSES } from '@haat/contract/orders/order-status';
import { PAYMENT_STATUSES } from '@haat/contract/payments/payment';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../lib/back-office-query-keys.ts';
import { listPages } from './lists/list-pages.ts';
import { type ListChoice, readDays, readId, readSorting } from './lists/use-list-choice.ts';

/** The names under which the address has the filters and the sort of the orders. */
export const ORDER_CHOICES = ['search', 'shop', 'status', 'payment', 'from', 'to', 'sort', 'direction'] as const;
export type OrderChoice = ListChoice<(typeof ORDER_CHOICES)[number]>;

type OrderFilter = NonNullable<InputOf<typeof summarizeOrders>['query']>;
type OrderList = OrderFilter & { sort: OrderSort; direction: Direction };

/** The query parameters for a choice; `search`: the text once typing pauses. */
export function readOrderChoice(choice: OrderChoice, search: string): { filter: OrderFilter; list: OrderList } {
  const filter = {
    search: search || undefined,
    shop: readId(choice.shop),
    status: ORDER_STATUSES.find((status) => status === choice.status),
    payment_status: PAYMENT_STATUSES.find((status) => status === choice.payment),
    ...readDays(choice),
  };
  const sorting = readSorting(choice, ORDER_SORTS) as Pick<OrderList, 'sort' | 'direction'>;
  return { filter, list: { ...filter, ...sorting } };
}

/** The orders of a choice, in pages. */
export const foundOrdersQuery = (list: OrderList) =>
  listPages<OperatorOrderView, OrderList>({
    queryKey: BACK_OFFICE_QUERY_KEYS.operatorOrders,
    filter: list,
    load: (query, signal) => call(findOrders, { query, signal }),
  });

/** The sums of the orders of a choice. */
export const ordersSummaryQuery = (filter: OrderFilter) =>
  queryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorOrders, 'summary', filter],
    queryFn: ({ signal }) => call(summarizeOrders, { query: filter, signal }),
    placeholderData: keepPreviousData,
  });

export const ordersFilePath = (query: OrderList): string => pathOf(exportFoundOrders, { query });
