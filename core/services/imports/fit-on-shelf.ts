import { MOST_PRODUCTS } from '@haat/contract/rules/most-products';
import type { GroupDraft } from './draft-group.ts';
import type { RowGroup } from './match-rows.ts';

export type DraftedGroup = { group: RowGroup; draft: GroupDraft };

/** The drafts that a shelf with so many products has room for; rows of new products beyond that say that it is full. */
export function fitOnShelf(drafted: readonly DraftedGroup[], products: number): DraftedGroup[] {
  const added = drafted.filter(({ group, draft }) => group.productId === null && draft.product);
  const surplus = new Set(added.slice(Math.max(0, MOST_PRODUCTS - products)));
  return drafted.map((each) => (surplus.has(each) ? { group: each.group, draft: refused(each.draft) } : each));
}

function refused({ changes, problems }: GroupDraft): GroupDraft {
  const full = changes.map(({ row }) => ({ row, column: null, code: 'shelf_full' as const }));
  return { product: undefined, changes: [], unchanged: 0, problems: [...problems, ...full] };
}
