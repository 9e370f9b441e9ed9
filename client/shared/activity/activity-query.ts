import { listOperatorActivity } from '@haat/contract/platform/operator.calls';
import { type ActivityView, listActivity, type OperatorActivityView } from '@haat/contract/accounts/team.calls';
import type { ActivityKind } from '@haat/contract/activity/activity';
import { afterLast, callPages, rowsOf } from '../../lib/call-pages.ts';

const PER_PAGE = 50;

export type ActivityFilter = { by?: number | undefined; kind?: ActivityKind | undefined };

/** The activities of a shop, newest first, in pages. */
export const activityQuery = (shopId: number, filter: ActivityFilter) => ({
  ...callPages(
    listActivity,
    { params: { shopId }, query: { limit: PER_PAGE, ...filter } },
    { next: afterLast(PER_PAGE) },
  ),
  select: rowsOf<ActivityView>,
  staleTime: 0,
});

/** The activities of the platform's operators, newest first, in pages. */
export const operatorActivityQuery = {
  ...callPages(listOperatorActivity, { query: { limit: PER_PAGE } }, { next: afterLast(PER_PAGE) }),
  select: rowsOf<OperatorActivityView>,
  staleTime: 0,
};
