import { listOrdersToPack } from '@haat/contract/orders/packing.calls';
import { listRiderOrders } from '@haat/contract/orders/rider-orders.calls';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { onLive } from '../../lib/live-updates.ts';
import type { Outcome } from '../../lib/offline-queue/offline-queue.ts';
import type { QueuedCallName } from '../../lib/offline-queue/queued-calls.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { useRefusalText } from '../../ui/use-error-text.ts';

// Polled as well: an event sent while the first live connection is being opened would be missed.
const FRESH = { staleTime: 0, refetchInterval: 60_000 };

/** The orders that a helper packs and hands over. */
export const ordersToPackQuery = (shopId: number) =>
  queryOptions({
    queryKey: [...QUERY_KEYS.shopOrders(shopId), 'to-pack'] as const,
    queryFn: ({ signal }) => call(listOrdersToPack, { params: { shopId }, signal }),
    ...FRESH,
  });

/** Orders that wait for a rider or that this one has picked up. */
export const riderOrdersQuery = (shopId: number) =>
  queryOptions({
    queryKey: [...QUERY_KEYS.shopOrders(shopId), 'of-rider'] as const,
    queryFn: ({ signal }) => call(listRiderOrders, { params: { shopId }, signal }),
    ...FRESH,
  });

/** Reads the orders of the shop again when the server says that something has changed. */
export function useFollowTeamOrders(shopId: number): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      onLive('orders.changed', (event) => {
        if (event.shop_id === shopId) void queries.invalidateQueries({ queryKey: QUERY_KEYS.shopOrders(shopId) });
      }),
    [queries, shopId],
  );
}

/** Changes an order of the shop, and reads its orders again unless the change waits for a connection. */
export function useTeamOrderChange(shopId: number) {
  const queries = useQueryClient();
  const refusal = useRefusalText('teamOrder.failed');
  const { mutate, error, reset, isPending } = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    networkMode: 'always',
    onSettled: (outcome) => {
      // An outcome of `callOrQueue`, or of a call that cannot wait.
      const { isQueued } = (outcome ?? {}) as Partial<Outcome<QueuedCallName>>;
      if (!isQueued) void queries.invalidateQueries({ queryKey: QUERY_KEYS.shopOrders(shopId) });
    },
  });
  return { change: mutate, isBusy: isPending, problem: refusal(error), dismiss: reset };
}
