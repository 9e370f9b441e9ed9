import {
  type CatalogKind,
  type KnownProductView,
  listKnownProducts,
  listSharedNames,
} from '@haat/contract/catalog/catalog.calls';
import type { InputOf } from '@haat/contract/endpoint';
import {
  CATALOG_STATES,
  type Direction,
  KNOWN_PRODUCT_SORTS,
  type KnownProductSort,
} from '@haat/contract/platform/operator-lists';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { useChange } from '../use-change.ts';
import { listPages } from '../lists/list-pages.ts';
import { type ListChoice, readId, readSorting } from '../lists/use-list-choice.ts';

/** All shared names of a kind, hidden ones included. */
export const sharedNamesQuery = (kind: CatalogKind) =>
  queryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorCatalog, kind],
    queryFn: ({ signal }) => call(listSharedNames, { params: { kind }, signal }),
    staleTime: 0,
  });

/** The names under which the address has the part of the catalog, its filters and its sort. */
export const CATALOG_CHOICES = ['part', 'search', 'category', 'state', 'sort', 'direction'] as const;
export type CatalogChoice = ListChoice<(typeof CATALOG_CHOICES)[number]>;

type KnownProductsFilter = NonNullable<InputOf<typeof listKnownProducts>['query']>;

/** The query parameters for a choice; `search`: the text once typing pauses. */
export function readProductsChoice(choice: CatalogChoice, search: string) {
  return {
    search: search || undefined,
    category: readId(choice.category),
    state: readState(choice),
    ...(readSorting(choice, KNOWN_PRODUCT_SORTS) as { sort: KnownProductSort; direction: Direction }),
  };
}

export const readState = ({ state }: CatalogChoice) => CATALOG_STATES.find((each) => each === state);

/** The known products of a choice, in pages. */
export const knownProductsQuery = (filter: KnownProductsFilter) =>
  listPages<KnownProductView, KnownProductsFilter>({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorCatalog, 'products'],
    filter,
    load: (query, signal) => call(listKnownProducts, { query, signal }),
  });

const CHANGED = {
  failed: 'operatorCatalog.failed',
  outdated: [BACK_OFFICE_QUERY_KEYS.operatorCatalog, BACK_OFFICE_QUERY_KEYS.operatorActivity],
} as const;

/** Changes the shared catalog, and refetches it together with the operators' activity. */
export const useCatalogChange = () => useChange(CHANGED);
