import { listAllShops } from '@haat/contract/api/operator';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { useChange } from './use-change.ts';

const PER_PAGE = 50;

/** The shops with the text in their name, slug or address, newest first, in pages. */
export const operatorShopsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorShops, search],
    queryFn: ({ pageParam, signal }) =>
      call(listAllShops, {
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
  failed: 'operator.failed',
  own: { slug_taken: 'operator.slugTaken' },
  outdated: [['operator'], ['shop']],
} as const;

/** Creates, suspends or resumes a shop, and refetches the lists and the shop. */
export const useOperatorChange = () => useChange(CHANGED);
