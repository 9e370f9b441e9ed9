import type { SharedNameView } from '@haat/contract/catalog/catalog.calls';
import type { CatalogState } from '@haat/contract/platform/operator-lists';
import type { Sorting } from '../lists/OperatorTable.tsx';

/** A shared name; `parent`: the category of a subcategory. */
export type NameRow = SharedNameView & { parent: string | undefined };

type Choice = {
  search: string;
  /** The id of a category, whose subcategories are listed, too. */
  category: string;
  state: CatalogState | undefined;
  sorting: Sorting;
};

/** The names that match, in the order of their letters; sorted by category, each category is followed by its subcategories. */
export function arrangeNames(names: readonly SharedNameView[], choice: Choice): NameRow[] {
  const { search, category, state, sorting } = choice;
  const byId = new Map(names.map((each) => [each.id, each]));
  const parentOf = ({ parent_id: id }: SharedNameView) => (id === null ? undefined : byId.get(id));
  const words = search.trim().toLowerCase();
  const sign = sorting.direction === 'asc' ? 1 : -1;
  return names
    .filter((each) => `${each.name} ${each.name_hi ?? ''}`.toLowerCase().includes(words))
    .filter(({ id, parent_id: parent }) => !category || [id, parent].includes(Number(category)))
    .filter(({ hidden }) => !state || hidden === (state === 'hidden'))
    .map((each) => ({ ...each, parent: parentOf(each)?.name }))
    .toSorted((a, b) =>
      sorting.sort === 'category' ? sign * compareTop(a, b) || byLevel(a, b) || byName(a, b) : sign * byName(a, b),
    );
}

type Named = Pick<NameRow, 'name' | 'parent'>;

const letters = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });
const byName = (a: Named, b: Named) => letters(a.name, b.name);
const compareTop = (a: Named, b: Named) => letters(a.parent ?? a.name, b.parent ?? b.name);
const byLevel = (a: Named, b: Named) => Number(a.parent !== undefined) - Number(b.parent !== undefined);
