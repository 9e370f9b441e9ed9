import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive } from '../../lib/live-events.ts';
import { ownOrdersQuery } from './own-orders-query.ts';
import { takeStep } from './take-step.ts';

/** The user's orders as far back as was asked for. A step that the server tells moves its order without another read. */
export function useOwnOrders(isSignedIn = true) {
  const queries = useQueryClient();
  useEffect(() => {
    const { queryKey } = ownOrdersQuery;
    const stopRefunds = onLive('order.refund', () => void queries.invalidateQueries({ queryKey }));
    const stopSteps = onLive('order.status', (step) => {
      queries.setQueryData(queryKey, (known) =>
        known ? { ...known, pages: known.pages.map((page) => page.map((order) => takeStep(order, step))) } : known,
      );
      // An answer that is on its way may be older than the step.
      if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey });
    });
    return () => {
      stopRefunds();
      stopSteps();
    };
  }, [queries]);
  return useInfiniteQuery({ ...ownOrdersQuery, enabled: isSignedIn });
}
