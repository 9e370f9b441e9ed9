import { getCashReport } from '@haat/contract/money/reports.calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';

/** The cash report of a day, by default of today; refetched with the shop's orders. */
export const cashReportQuery = (shopId: number, day: string | undefined) =>
  queryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.cashReport(shopId), day],
    queryFn: ({ signal }) => call(getCashReport, { params: { shopId }, query: { day }, signal }),
    staleTime: 0,
    // There is no event at midnight.
    refetchInterval: day === undefined && 60_000,
  });
