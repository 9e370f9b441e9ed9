import {
  changeCustomer,
  type ChangeCustomerBody,
  type CustomerView,
  getCustomer,
  listCustomerOrders,
  listCustomers,
} from '@haat/contract/money/customers.calls';
import type { Toast } from '@haat/machines/problem';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { searchedPages } from '../../lib/searched-pages.ts';
import { showToast } from '../../ui/toasts.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';

const keyOf = BACK_OFFICE_QUERY_KEYS.customers;

/** The customers of a shop that match the search, in pages; refetched with the shop's orders. */
export const customersQuery = (shopId: number, search: string) =>
  searchedPages({
    queryKey: [...keyOf(shopId), 'list'],
    search,
    load: (query, signal) => call(listCustomers, { params: { shopId }, query, signal }),
  });

/** `id`: of any order of the customer. */
export const customerQuery = (shopId: number, id: number) =>
  queryOptions({
    queryKey: [...keyOf(shopId), id],
    queryFn: ({ signal }) => call(getCustomer, { params: { shopId, id }, signal }),
    staleTime: 0,
  });

const ORDERS_PER_PAGE = 20;

export const customerOrdersQuery = (shopId: number, id: number) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(shopId), id, 'orders'],
    queryFn: ({ pageParam, signal }) =>
      call(listCustomerOrders, {
        params: { shopId, id },
        query: { limit: ORDERS_PER_PAGE, after: pageParam || undefined },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < ORDERS_PER_PAGE ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
  });

type Change = { body: ChangeCustomerBody; successKey: Toast['key'] };

/** Changes the shop's notes about a customer, with a toast when they are stored. */
export function useCustomerChange(shopId: number, id: number) {
  const queries = useQueryClient();
  const textOf = useRefusalText('customers.failed');
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ body }: Change) => call(changeCustomer, { params: { shopId, id }, body }),
    onSuccess: (changed: CustomerView, { successKey }) => {
      queries.setQueryData(customerQuery(shopId, id).queryKey, changed);
      void queries.invalidateQueries({ queryKey: [...keyOf(shopId), 'list'] });
      showToast({ tone: 'success', key: successKey });
    },
  });
  return { change: mutate, isBusy: isPending, problem: textOf(error) };
}
