import { type CatalogKind, listSharedNames, type SharedNameView } from '@haat/contract/catalog/catalog.calls';
import { CATALOG_STATES } from '@haat/contract/platform/operator-lists';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import table from '../lists/OperatorTable.module.css';
import { Select } from '../../ui/Select.tsx';
import { type ListChoice } from '../lists/use-list-choice.ts';

/** The names under which the address has the part of the catalog, its filters and its sort. */
export const CATALOG_CHOICES = ['part', 'search', 'category', 'state', 'sort', 'direction'] as const;
export type CatalogChoice = ListChoice<(typeof CATALOG_CHOICES)[number]>;

export const readState = ({ state }: CatalogChoice) => CATALOG_STATES.find((each) => each === state);

/** All shared names of a kind, hidden ones included. */
export const useSharedNames = (kind: CatalogKind) => useCall(listSharedNames, { params: { kind } }, { staleTime: 0 });

type Props = {
  label: string;
  /** The categories to choose from; without them, the entries have none. */
  categories?: readonly SharedNameView[] | undefined;
  choice: CatalogChoice;
  onChoose: (changes: Partial<CatalogChoice>) => void;
};

/** Search, category and state of a list of the shared catalog. */
export function CatalogFilters({ label, categories, choice, onChoose }: Props) {
  const t = useText();
  return (
    <div className={table.filters}>
      <div className={table.search}>
        <SearchField label={label} value={choice.search} onChange={(search) => onChoose({ search })} />
      </div>
      {categories ? (
        <Select
          label={t('operatorCatalog.category')}
          options={[{ value: '', label: t('productList.allCategories') }, ...categoryOptions(categories)]}
          value={choice.category}
          onChoose={(category) => onChoose({ category })}
        />
      ) : null}
      <Select
        label={t('operator.state')}
        options={[
          { value: '', label: t('operator.anyState') },
          ...CATALOG_STATES.map((state) => ({ value: state, label: t(`operatorCatalog.${state}`) })),
        ]}
        value={choice.state}
        onChoose={(state) => onChoose({ state })}
      />
    </div>
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
