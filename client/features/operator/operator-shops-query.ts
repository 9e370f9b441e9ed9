import type { OperatorShopView } from '@haat/contract/api/operator.schema';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { DESK_QUERY_KEYS } from '../../lib/desk-query-keys.ts';

const PER_PAGE = 50;
export const OPERATOR_SHOP = { id: 0, slug: '', status: 'open', members: 0 } as const;

/** The shops of the platform that have the text in name, slug or address, newest first, page by page. */
export const operatorShopsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: [...DESK_QUERY_KEYS.operatorShops, search],
    queryFn: ({ pageParam, signal }) => {
      const asked = new URLSearchParams({ limit: String(PER_PAGE), ...(search && { search }) });
      if (pageParam) asked.set('after', String(pageParam));
      return callApi<OperatorShopView[]>(`/api/operator/shops?${asked.toString()}`, { signal, like: [OPERATOR_SHOP] });
    },
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PER_PAGE ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
    placeholderData: (before) => before,
  });
