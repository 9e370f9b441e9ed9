import { SHOP_ORDER_PATHS } from '@haat/contract/changes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reload } from '../../lib/reload.ts';
import { onLive } from '../../lib/live-updates.ts';
import type { Outcome } from '../../lib/offline-queue/offline-queue.ts';
import type { QueuedCallName } from '../../lib/offline-queue/queued-calls.ts';
import { useRefusalText } from '../../ui/use-error-text.ts';

/** Reads the orders of the shop again when the server says that something has changed. */
export function useFollowTeamOrders(shopId: number): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      onLive('orders.changed', (event) => {
        if (event.shop_id === shopId) void reload(queries, SHOP_ORDER_PATHS, { shopId });
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
      if (!isQueued) void reload(queries, SHOP_ORDER_PATHS, { shopId });
    },
  });
  return { change: mutate, isBusy: isPending, problem: refusal(error), dismiss: reset };
}
