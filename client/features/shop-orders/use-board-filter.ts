import { ORDER_SEARCH_MAX } from '@haat/contract/rules/order-search';
import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/rules/order-status';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { BoardFilter } from './shop-orders-query.ts';

/** The filter stands in the address: a reload keeps it, and a link to the board shows all. */
export function useBoardFilter() {
  const [params, setParams] = useSearchParams();
  const [wanted, search] = [params.get('status'), params.get('search') ?? ''];
  const filter = useMemo(
    (): BoardFilter => ({
      status: ORDER_STATUSES.find((status) => status === wanted),
      search: search.slice(0, ORDER_SEARCH_MAX).trim(),
    }),
    [wanted, search],
  );
  const choose = ({ status, search: typed }: BoardFilter) =>
    setParams({ ...(status && { status }), ...(typed && { search: typed }) }, { replace: true });
  return {
    filter,
    /** As it is being typed. */
    typed: search.slice(0, ORDER_SEARCH_MAX),
    showStatus: (status: OrderStatus | undefined) => choose({ ...filter, status }),
    // Whoever has a number in the hand does not know how far the order is.
    look: (typed: string) => choose({ status: undefined, search: typed.slice(0, ORDER_SEARCH_MAX) }),
    showAll: () => choose({ status: undefined, search: '' }),
  };
}
