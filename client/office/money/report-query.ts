import { getMoneyReport } from '@haat/contract/money/money-reports.calls';
import {
  dayCount,
  MAX_REPORT_DAYS,
  REPORT_GROUPS,
  REPORT_PERIODS,
  type ReportGroup,
  type ReportPeriod,
} from '@haat/contract/money/report-period';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { isDay } from '../../lib/is-day.ts';

/** The period of a report, as in the address: a named one, or the days `from` and `to`. */
export type ReportChoice = { by: ReportGroup } & ({ period: ReportPeriod } | { from: string; to: string });

/** The choice in the address; without one, and for one that is not valid, the last seven days by day. */
export function readReportChoice(params: URLSearchParams): ReportChoice {
  const by = REPORT_GROUPS.find((group) => group === params.get('by')) ?? 'day';
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  if (areDays({ from, to })) return { by, from, to };
  return { by, period: REPORT_PERIODS.find((period) => period === params.get('period')) ?? '7days' };
}

/** Whether a report can be of these days. */
export const areDays = ({ from, to }: { from: string; to: string }): boolean =>
  isDay(from) && isDay(to) && from <= to && dayCount({ from, to }) <= MAX_REPORT_DAYS;

/** The report of a choice; refetched with the shop's orders. The one before stays until it has come. */
export const reportQuery = (shopId: number, choice: ReportChoice) =>
  queryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.moneyReport(shopId), choice],
    queryFn: ({ signal }) => call(getMoneyReport, { params: { shopId }, query: choice, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
