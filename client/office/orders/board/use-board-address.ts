import { ORDER_SEARCH_MAX, orderStatusClass } from '@haat/contract/orders/order-status';
import { OPEN_STATUSES } from '@haat/machines/orders/order.machine';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

const TABS = [...OPEN_STATUSES.map(orderStatusClass), 'done'];

export type BoardAddress = ReturnType<typeof useBoardAddress>;

/** The view of the board is part of the address, so that a reload keeps it. */
export function useBoardAddress() {
  const [params, setParams] = useSearchParams();
  const typed = (params.get('search') ?? '').slice(0, ORDER_SEARCH_MAX);
  const tab = TABS.find((each) => each === params.get('tab'));
  const showTab = useCallback(
    (chosen: string | undefined) => setParams(chosen ? { tab: chosen } : {}, { replace: true }),
    [setParams],
  );
  return {
    /** The lane that a phone shows, or `done`. */
    tab,
    showTab,
    /** Untrimmed, as typed. */
    typed,
    search: typed.trim(),
    /** In all orders, the tab is kept for afterwards. */
    searchFor: (text: string) =>
      setParams({ ...(tab && { tab }), ...(text && { search: text.slice(0, ORDER_SEARCH_MAX) }) }, { replace: true }),
  };
}
