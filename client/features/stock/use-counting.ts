import { countStock, type CountBody, type StockTakeLine, type StockTakeView } from '@haat/contract/api/stock-takes';
import { reasonOf } from '@haat/contract/rules/reason';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api.ts';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { STOCK_KEYS } from './stock-queries.ts';

type Count = { key: string; body: CountBody };

const RETRY_MS = 3_000;

/**
 * Counts in a stock take: one after the other, each with a key of its own, and again for as long as there is no connection.
 * `waiting`: how many have no answer yet; `last`: the line that was counted last on this device.
 */
export function useCounting(shopId: number, id: number) {
  const queries = useQueryClient();
  const refusal = useRefusalText('stockTake.notCounted');
  const [last, setLast] = useState<number>();
  const queryKey = STOCK_KEYS.take(shopId, id);
  const mutationKey = [...queryKey, 'count'];
  const { mutateAsync, error } = useMutation({
    mutationKey,
    mutationFn: ({ key, body }: Count) => call(countStock, { params: { shopId, id }, body, key }),
    scope: { id: mutationKey.join('/') },
    retry: (_, failure) => reasonOf(failure).code === 'network',
    retryDelay: RETRY_MS,
    onMutate: () => queries.cancelQueries({ queryKey, exact: true }),
    onSuccess: (line) => {
      setLast(line.variant_id);
      queries.setQueryData<StockTakeView>(queryKey, (take) => take && withLine(take, line));
    },
  });
  const waiting = useMutationState({ filters: { mutationKey, status: 'pending' } }).length;
  const count = (body: CountBody) => mutateAsync({ key: crypto.randomUUID(), body });
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
