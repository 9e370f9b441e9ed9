import {
  type CountBody,
  countStock,
  getStockTake,
  type StockTakeLine,
  type StockTakeView,
} from '@haat/contract/stock/stock-takes.calls';
import { reasonOf } from '@haat/contract/reason';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { call, hasShape, parseJson } from '../../lib/api.ts';
import { callQuery } from '../../lib/call-query.ts';
import { randomKey, readStored, removeStored, writeStored } from '../../lib/storage.ts';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { useSession } from '../../shared/session/SessionProvider.tsx';

/** Other devices may count in it, too. */
const OTHERS_COUNT_MS = 4_000;

/** One stock take; polled while it is open. */
export const stockTakeQuery = (shopId: number, id: number) =>
  callQuery(
    getStockTake,
    { params: { shopId, id } },
    { staleTime: 0, refetchInterval: ({ state }) => (state.data?.state === 'open' ? OTHERS_COUNT_MS : false) },
  );

const RETRY_MS = 3_000;

/** With one of these, a count stays on the device and is sent again. */
const TEMPORARY = new Set<string>(['network', 'unavailable', 'rate_limited', 'unauthenticated']);

/**
 * Sends the counts of a stock take one after the other, each with its own idempotency key, and retries while there is no
 * connection. Unanswered counts are stored on the device and sent when the stock take is opened again.
 * `waiting`: how many counts are unanswered; `last`: the item that was counted last on this device.
 */
export function useCounting(shopId: number, id: number) {
  const queries = useQueryClient();
  const refusal = useRefusalText('stockTake.notCounted');
  const { userId = 0 } = useSession();
  const stored = useMemo(() => storedCounts({ userId, shopId, takeId: id }), [userId, shopId, id]);
  const [last, setLast] = useState<number>();
  const { queryKey } = stockTakeQuery(shopId, id);
  const mutationKey = useMemo(() => [...stockTakeQuery(shopId, id).queryKey, 'count'], [shopId, id]);
  const { mutate, mutateAsync, error } = useMutation({
    mutationKey,
    mutationFn: ({ key, body }: StoredCount) => call(countStock, { params: { shopId, id }, body, key }),
    scope: { id: mutationKey.join('/') },
    retry: (_, failure) => {
      const { code } = reasonOf(failure);
      return TEMPORARY.has(code) && code !== 'unauthenticated';
    },
    retryDelay: RETRY_MS,
    onMutate: () => queries.cancelQueries({ queryKey, exact: true }),
    onError: (failure, { key }) => {
      if (!TEMPORARY.has(reasonOf(failure).code)) stored.remove(key);
    },
    onSuccess: (line, { key }) => {
      stored.remove(key);
      setLast(line.variant_id);
      queries.setQueryData(queryKey, (take) => take && withLine(take, line));
    },
  });
  useEffect(() => {
    // Counts from before a reload; this page's own counts are still being sent.
    const sent = queries.getMutationCache().findAll({ mutationKey, status: 'pending' });
    const keys = new Set(sent.map(({ state }) => (state.variables as StoredCount).key));
    for (const count of stored.read()) if (!keys.has(count.key)) mutate(count);
  }, [stored, queries, mutationKey, mutate]);
  const waiting = useMutationState({ filters: { mutationKey, status: 'pending' } }).length;
  const count = (body: CountBody) => {
    const made = { key: randomKey(), body };
    stored.add(made);
    return mutateAsync(made);
  };
  return { count, waiting, last, problem: refusal(error) };
}

/** The stock take with a line that was just counted: it comes first, and is counted in the sums with the next read. */
function withLine(take: StockTakeView, line: StockTakeLine): StockTakeView {
  const others = take.lines.filter(({ variant_id }) => variant_id !== line.variant_id);
  const isNew = others.length === take.lines.length;
  return {
    ...take,
    lines: [line, ...others],
    counted: take.counted + (isNew ? 1 : 0),
    uncounted: Math.max(0, take.uncounted - (isNew ? 1 : 0)),
  };
}

/** A count that has no answer yet. `key`: the server counts it once, however often it is sent. */
type StoredCount = { key: string; body: CountBody };

const EMPTY = { key: '', body: {} } as const;

/**
 * The counts of a user in a stock take that the server has not answered, in the order in which they were made, stored on the
 * device: a closed page or an empty battery loses none. Reads before each write, in one go: other tabs count, too.
 */
function storedCounts(owner: { userId: number; shopId: number; takeId: number }) {
  const storageKey = `stockCounts_${owner.userId}_${owner.shopId}_${owner.takeId}`;
  const read = (): StoredCount[] => {
    const stored = parseJson(readStored(storageKey) ?? '');
    return Array.isArray(stored) ? stored.filter((count): count is StoredCount => hasShape(count, EMPTY)) : [];
  };
  const write = (counts: StoredCount[]): void => {
    if (counts.length === 0) removeStored(storageKey);
    else writeStored(storageKey, JSON.stringify(counts));
  };
  return {
    read,
    add: (count: StoredCount) => write([...read(), count]),
    remove: (key: string) => write(read().filter((count) => count.key !== key)),
  };
}
