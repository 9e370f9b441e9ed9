import { listAllShops } from '@haat/contract/api/operator';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { searchedPages } from './searched-pages.ts';
import { useChange } from './use-change.ts';

/** The shops with the text in their name, slug or address, newest first, in pages. */
export const operatorShopsQuery = (search: string) =>
  searchedPages({
    queryKey: BACK_OFFICE_QUERY_KEYS.operatorShops,
    search,
    load: (query, signal) => call(listAllShops, { query, signal }),
  });

const CHANGED = {
  failed: 'operator.failed',
  own: { slug_taken: 'operator.slugTaken' },
  outdated: [['operator'], ['shop']],
} as const;

/** Creates, suspends or resumes a shop, and refetches the lists and the shop. */
export const useOperatorChange = () => useChange(CHANGED);
