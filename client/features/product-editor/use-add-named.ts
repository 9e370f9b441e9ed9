import type { CategoryView, NamedView } from '@haat/contract/api/categories.schema';
import { reasonOf } from '@haat/contract/rules/reason';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TextId } from '../../i18n/text-id.ts';
import { callApi } from '../../lib/api.ts';
import { categoriesQuery, NAMED, unitsQuery } from './editor-queries.ts';

/** What can be added beside a product. */
export type NewKind = 'category' | 'subcategory' | 'unit';
type Wanted = { name: string; parentId?: number | undefined };

const TEXTS = {
  category: { failed: 'productForm.categoryFailed', network: 'productForm.categoryError' },
  subcategory: { failed: 'productForm.subcategoryFailed', network: 'productForm.subcategoryError' },
  unit: { failed: 'productForm.unitFailed', network: 'productForm.unitError' },
} as const satisfies Record<NewKind, Record<string, TextId>>;

/** Adds a category, a subcategory or a unit of the shop's own; one of that name that is there is as good. Spec section 8. */
export function useAddNamed(kind: NewKind, shopId: number) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ name, parentId }: Wanted) =>
      kind === 'unit'
        ? callApi<NamedView>('/api/units', { method: 'POST', body: { name }, like: NAMED })
        : callApi<NamedView>('/api/categories', { method: 'POST', body: { name, parent_id: parentId }, like: NAMED }),
    onSuccess: (added, { parentId }) => {
      const { queryKey: units } = unitsQuery(shopId);
      const { queryKey: categories } = categoriesQuery(shopId);
      if (kind === 'unit') queries.setQueryData(units, (known = []) => withNamed(known, added));
      else queries.setQueryData(categories, (known = []) => withCategory(known, added, parentId));
    },
  });
  const problemOf = (error: unknown): TextId => TEXTS[kind][reasonOf(error).code === 'network' ? 'network' : 'failed'];
  return { add: mutate, isAdding: isPending, problemOf };
}

function withCategory(known: CategoryView[], added: NamedView, parentId: number | undefined): CategoryView[] {
  if (parentId === undefined) return withNamed(known, { ...added, children: [] });
  return known.map((each) => (each.id === parentId ? { ...each, children: withNamed(each.children, added) } : each));
}

const withNamed = <Named extends NamedView>(known: Named[], added: Named): Named[] =>
  known.some(({ id }) => id === added.id) ? known : [...known, added];
