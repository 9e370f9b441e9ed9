import { type CatalogKind, listKnownProducts, listSharedNames } from '@haat/contract/api/catalog';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { searchedPages } from '../../lib/searched-pages.ts';
import { useChange } from '../operator/use-change.ts';

/** All shared names of a kind, hidden ones included. */
export const sharedNamesQuery = (kind: CatalogKind) =>
  queryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorCatalog, kind],
    queryFn: ({ signal }) => call(listSharedNames, { params: { kind }, signal }),
    staleTime: 0,
  });

/** The known products that match a search, by name, in pages. */
export const knownProductsQuery = (search: string) =>
  searchedPages({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorCatalog, 'products'],
    search,
    load: (query, signal) => call(listKnownProducts, { query, signal }),
  });

const CHANGED = {
  failed: 'operatorCatalog.failed',
  outdated: [BACK_OFFICE_QUERY_KEYS.operatorCatalog, BACK_OFFICE_QUERY_KEYS.operatorActivity],
} as const;

/** Changes the shared catalog, and refetches it together with the operators' activity. */
export const useCatalogChange = () => useChange(CHANGED);
