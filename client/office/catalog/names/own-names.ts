import * as api from '@haat/contract/catalog/categories-and-units.calls';
import { addCategory, addUnit, type NamedView } from '@haat/contract/catalog/products.calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { textOf } from '../../../i18n/language.ts';
import { offerUndo } from '../../../ui/offer-undo.tsx';
import { showText } from '../../../ui/toasts.tsx';
import { useRefusalText } from '../../../ui/use-error-text.ts';
import { outdatedBy } from './categories-queries.ts';

export type Kind = 'category' | 'unit';

const CALLS = {
  category: { rename: api.renameCategory, merge: api.mergeCategories, remove: api.removeCategory },
  unit: { rename: api.renameUnit, merge: api.mergeUnits, remove: api.removeUnit },
} as const;

type Change =
  | { type: 'add'; name: string; parentId?: number | undefined }
  | { type: 'rename'; id: number; name: string; seen: string }
  | { type: 'merge'; id: number; into: number; name: string; target: string }
  | { type: 'remove'; id: number; name: string };

/** Changes the shop's own categories or units; a new name can be taken back. `existing`: the one that has the name already. */
export function useOwnNames(kind: Kind, shopId: number) {
  const queries = useQueryClient();
  const refusalText = useRefusalText('categories.failed');
  const refresh = () => Promise.all(outdatedBy(shopId).map((queryKey) => queries.invalidateQueries({ queryKey })));
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (change: Change) => send(kind, shopId, change),
    onSuccess: (products, change) => {
      if (change.type === 'rename') {
        offerUndo(textOf('categories.renamed', { name: change.name }), () => void takeBack(change));
      } else void showText('success', doneText(change, products));
      void refresh();
    },
    // Another user may have changed it: the list shows its current name.
    onError: () => void refresh(),
  });

  async function takeBack({ id, name, seen }: Extract<Change, { type: 'rename' }>): Promise<void> {
    try {
      await call(CALLS[kind].rename, { params: { id }, body: { name: seen, seen: name } });
      void showText('success', textOf('categories.renamed', { name: seen }));
    } catch {
      void showText('error', textOf('categories.failed'));
    }
    await refresh();
  }

  return { change: mutate, isBusy: isPending, problem: refusalText(error), existing: existingOf(error), reset };
}

async function send(kind: Kind, shopId: number, change: Change): Promise<number> {
  if (change.type === 'add') {
    const { name, parentId } = change;
    if (kind === 'unit') await call(addUnit, { body: { name, shop_id: shopId } });
    else await call(addCategory, { body: { name, parent_id: parentId, shop_id: shopId } });
    return 0;
  }
  const params = { id: change.id };
  if (change.type === 'merge') return (await call(CALLS[kind].merge, { params, body: { into: change.into } })).products;
  if (change.type === 'rename')
    await call(CALLS[kind].rename, { params, body: { name: change.name, seen: change.seen } });
  else await call(CALLS[kind].remove, { params });
  return 0;
}

function doneText(change: Exclude<Change, { type: 'rename' }>, products: number): string {
  if (change.type === 'merge') return textOf('categories.merged', { count: products, name: change.target });
  return textOf(change.type === 'add' ? 'categories.added' : 'categories.removed', { name: change.name });
}

function existingOf(error: unknown): NamedView | undefined {
  if (!(error instanceof ApiError) || error.reason.code !== 'name_taken') return undefined;
  return (error.body as { existing?: NamedView }).existing;
}
