import { type BulkChangeView, changeProducts, undoBulkChange } from '@haat/contract/api/bulk-changes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { textOf } from '../../i18n/language.ts';
import type { InputOf } from '@haat/contract/api/endpoint';
import { call } from '../../lib/api.ts';
import { randomKey } from '../../lib/storage.ts';
import { offerUndo } from '../../ui/offer-undo.tsx';
import { showText } from '../../ui/toasts.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { shopProductsKey } from './shop-products-query.ts';

type Body = InputOf<typeof changeProducts>['body'];

/** Changes many products at once, with Undo; `onDone` is called once it is done. */
export function useBulkChange(shopId: number, onDone: () => void) {
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: shopProductsKey(shopId) });
  // Until the server has answered, a repeated request is the same one.
  const [key, setKey] = useState(randomKey);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (body: Body) => call(changeProducts, { params: { shopId }, body, key }),
    onSuccess: (done) => {
      setKey(randomKey());
      onDone();
      offerUndo(textOf(`bulk.done.${done.kind}`, { count: done.products }), () => void undo(done));
      return refresh();
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

const MOST_NAMES = 5;

/** The first names of a list, for a sentence. */
function namesOf(rows: readonly { name: string }[]): string {
  const names = rows.slice(0, MOST_NAMES).map(({ name }) => name);
  return rows.length > MOST_NAMES ? `${names.join(', ')}, …` : names.join(', ');
}
