import { listOperatorActivity } from '@haat/contract/platform/operator.calls';
import { listActivity } from '@haat/contract/accounts/team.calls';
import type { ActivityKind } from '@haat/contract/activity/activity';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';

const PER_PAGE = 50;

export type ActivityFilter = { by?: number | undefined; kind?: ActivityKind | undefined };

/** The activities of a shop, newest first, in pages. */
export const activityQuery = (shopId: number, { by, kind }: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.activity(shopId), by, kind],
    queryFn: ({ pageParam, signal }) =>
      call(listActivity, {
        params: { shopId },
        query: { limit: PER_PAGE, after: pageParam || undefined, by, kind },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PER_PAGE ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
  });

/** The activities of the platform's operators, newest first, in pages. */
export const operatorActivityQuery = infiniteQueryOptions({
  queryKey: BACK_OFFICE_QUERY_KEYS.operatorActivity,
  queryFn: ({ pageParam, signal }) =>
    call(listOperatorActivity, { query: { limit: PER_PAGE, after: pageParam || undefined }, signal }),
  initialPageParam: 0,
  getNextPageParam: (page) => (page.length < PER_PAGE ? undefined : page.at(-1)?.id),
  select: ({ pages }) => pages.flat(),
  staleTime: 0,
});
