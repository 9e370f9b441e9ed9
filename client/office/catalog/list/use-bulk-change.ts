import { type BulkChangeView, undoBulkChange } from '@haat/contract/catalog/bulk-changes.calls';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { textOf } from '../../../i18n/language.ts';
import { call } from '../../../lib/api.ts';
import { callOrQueue } from '../../../lib/offline-queue/offline-queue.ts';
import type { QueuedInput } from '../../../lib/offline-queue/queued-calls.ts';
import { randomKey } from '../../../lib/storage.ts';
import { offerUndo } from '../../../ui/offer-undo.tsx';
import { showText } from '../../../ui/toasts.tsx';
import { useRefusalText } from '../../../ui/use-error-text.ts';
import { rememberLists } from '../../offline-queue/undo-queued.ts';
import { bulkLabel, isQueueNeeded, stockVersion } from './bulk-offline.ts';
import { shopProductsKey } from './product-pages.ts';

type Body = QueuedInput<'changeProducts'>['body'];

/** `prices`: the new ones of the preview, by variant, so that the list shows them while the change waits. */
type Request = Body & { prices?: Record<number, number> | undefined };

/** Changes many products in bulk, now or when there is a connection again, with Undo; `onDone` is called once it is done. */
export function useBulkChange(shopId: number, onDone: () => void) {
  const queries = useQueryClient();
  const queryKey = shopProductsKey(shopId);
  const refresh = () => queries.invalidateQueries({ queryKey });
  // Until the server has answered, a repeated request is the same one.
  const [key, setKey] = useState(randomKey);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (request: Request) => {
      const undoQueued = rememberLists(queries, { queryKey });
      return { ...(await makeChange(queries, { shopId, key, request })), undoQueued };
    },
    onSuccess: ({ saved, undoQueued }, { products, change }) => {
      setKey(randomKey());
      onDone();
      const { kind } = change;
      const count = saved.isQueued ? products.length : saved.answer.products;
      offerUndo(textOf(`bulk.done.${kind}`, { count }), () => {
        if (!saved.isQueued) void undo(saved.answer);
        else if (!undoQueued(key)) void showText('error', textOf('bulk.undoFailed'));
      });
      return saved.isQueued ? undefined : refresh();
    },
  });

  async function undo({ id }: BulkChangeView): Promise<void> {
    try {
      const { products, refused } = await call(undoBulkChange, { params: { id } });
      if (refused.length > 0) void showText('error', textOf('bulk.notUndone', { names: namesOf(refused) }));
      else void showText('success', textOf('bulk.undone', { count: products }));
    } catch {
      void showText('error', textOf('bulk.undoFailed'));
    }
    await refresh();
  }

  const problem = useRefusalText('bulk.failed')(error);
  return { change: mutate, isChanging: isPending, problem, reset };
}

type Making = { shopId: number; key: string; request: Request };

async function makeChange(queries: QueryClient, { shopId, key, request: { prices, ...body } }: Making) {
  const { products, change } = body;
  // A change that waits for hours must not silently overwrite sales made in the meantime.
  const version =
    change.kind === 'stock' && isQueueNeeded() ? await stockVersion(queries, { shopId, products }) : body.version;
  const saved = await callOrQueue({
    call: 'changeProducts',
    input: { params: { shopId }, body: { ...body, ...(version !== undefined && { version }) } },
    label: bulkLabel(change, products.length),
    subject: `products:${change.kind}`,
    key,
    ...(prices && { prices }),
  });
  return { saved };
}

const MOST_NAMES = 5;

/** The first names of a list, for a sentence. */
function namesOf(rows: readonly { name: string }[]): string {
  const names = rows.slice(0, MOST_NAMES).map(({ name }) => name);
  return rows.length > MOST_NAMES ? `${names.join(', ')}, …` : names.join(', ');
}
