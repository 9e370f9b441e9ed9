import { type CatalogKind, listKnownProducts, listSharedNames } from '@haat/contract/api/catalog';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { useChange } from '../operator/use-change.ts';

/** All shared names of a kind, hidden ones included. */
export const sharedNamesQuery = (kind: CatalogKind) =>
  queryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorCatalog, kind],
    queryFn: ({ signal }) => call(listSharedNames, { params: { kind }, signal }),
    staleTime: 0,
  });

const PER_PAGE = 50;

/** The known products that match a search, by name, in pages. */
export const knownProductsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorCatalog, 'products', search],
    queryFn: ({ pageParam, signal }) =>
      call(listKnownProducts, {
        query: { limit: PER_PAGE, search: search || undefined, after: pageParam || undefined },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PER_PAGE ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
    placeholderData: (before) => before,
  });

const CHANGED = {
  failed: 'operatorCatalog.failed',
  outdated: [BACK_OFFICE_QUERY_KEYS.operatorCatalog, BACK_OFFICE_QUERY_KEYS.operatorActivity],
} as const;

/** Changes the shared catalog, and refetches it together with the operators' activity. */
export const useCatalogChange = () => useChange(CHANGED);
