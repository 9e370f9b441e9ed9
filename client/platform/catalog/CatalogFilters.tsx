import { type CatalogKind, listSharedNames, type SharedNameView } from '@haat/contract/catalog/catalog.calls';
import { CATALOG_STATES } from '@haat/contract/platform/operator-lists';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { ListFilters, optionsOf } from '../lists/ListFilters.tsx';
import { type ListChoice } from '../lists/use-list-choice.ts';

/** The names under which the address has the part of the catalog, its filters and its sort. */
export const CATALOG_CHOICES = ['part', 'search', 'category', 'state', 'sort', 'direction'] as const;
export type CatalogChoice = ListChoice<(typeof CATALOG_CHOICES)[number]>;

export const readState = ({ state }: CatalogChoice) => CATALOG_STATES.find((each) => each === state);

/** All shared names of a kind, hidden ones included. */
export const useSharedNames = (kind: CatalogKind) => useCall(listSharedNames, { params: { kind } }, { staleTime: 0 });

type Props = {
  search: TextId;
  /** The categories to choose from; without them, the entries have none. */
  categories?: readonly SharedNameView[] | undefined;
  choice: CatalogChoice;
  onChoose: (changes: Partial<CatalogChoice>) => void;
};

/** Search, category and state of a list of the shared catalog. */
export function CatalogFilters({ search, categories, choice, onChoose }: Props) {
  const t = useText();
  const states = optionsOf(t, CATALOG_STATES, (state) => `operatorCatalog.${state}`);
  const category = {
    name: 'category',
    label: 'operatorCatalog.category',
    any: 'productList.allCategories',
    options: categoryOptions(categories ?? []),
  } as const;
  return (
    <ListFilters
      selects={[
        ...(categories ? [category] : []),
        { name: 'state', label: 'operator.state', any: 'operator.anyState', options: states },
      ]}
      {...{ search, choice, onChoose }}
    />
  );
}

/** Every category, followed by its subcategories: `Staples > Rice & grains`. */
export function categoryOptions(names: readonly SharedNameView[]) {
  const pathOf = ({ name, parent_id }: SharedNameView) => {
    const parent = names.find(({ id }) => id === parent_id);
    return parent ? `${parent.name} > ${name}` : name;
  };
  return names
    .map((each) => ({ value: String(each.id), label: pathOf(each) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
