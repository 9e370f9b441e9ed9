import type { ActivityView, OperatorActivityView } from '@haat/contract/api/activity.schema';
import type { ActivityKind } from '@haat/contract/rules/activity';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { DESK_QUERY_KEYS } from '../../lib/desk-query-keys.ts';

const PER_PAGE = 50;
const ACTIVITY = { id: 0, at: '', action: '' } as const;

export type ActivityFilter = { by?: number | undefined; kind?: ActivityKind | undefined };

/** Who changed what in a shop, newest first, page by page. */
export const activityQuery = (shopId: number, { by, kind }: ActivityFilter) =>
  infiniteQueryOptions({
    queryKey: [...DESK_QUERY_KEYS.activity(shopId), by, kind],
    queryFn: ({ pageParam, signal }) =>
      callApi<ActivityView[]>(`/api/shops/${shopId}/activity?${search({ after: pageParam, by, kind })}`, {
        signal,
        like: [ACTIVITY],
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PER_PAGE ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
  });

/** Which shops were created, suspended and resumed, newest first, page by page. */
export const operatorActivityQuery = infiniteQueryOptions({
  queryKey: DESK_QUERY_KEYS.operatorActivity,
  queryFn: ({ pageParam, signal }) =>
    callApi<OperatorActivityView[]>(`/api/operator/activity?${search({ after: pageParam })}`, {
      signal,
      like: [ACTIVITY],
    }),
  initialPageParam: 0,
  getNextPageParam: (page) => (page.length < PER_PAGE ? undefined : page.at(-1)?.id),
  select: ({ pages }) => pages.flat(),
  staleTime: 0,
});

function search(wanted: Record<string, string | number | undefined>): string {
  const known = Object.entries({ limit: PER_PAGE, ...wanted }).filter(([, value]) => value);
  return new URLSearchParams(known.map(([name, value]) => [name, String(value)])).toString();
}
