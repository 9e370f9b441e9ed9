/** How a report groups money. */
export const REPORT_GROUPS = ['day', 'product', 'category', 'payment', 'person', 'channel'] as const;
export type ReportGroup = (typeof REPORT_GROUPS)[number];

/** The sums of each kind of group in a report: received money has no products, and orders have no person yet. */
export const GROUP_SUMS: Record<ReportGroup, readonly ('items' | 'ordered' | 'received' | 'refunded')[]> = {
  day: ['ordered', 'received', 'refunded'],
  product: ['items', 'ordered'],
  category: ['items', 'ordered'],
  payment: ['ordered', 'received', 'refunded'],
  person: ['received', 'refunded'],
  channel: ['ordered', 'received', 'refunded'],
};

/** The named periods of a report; any other period is given as two days. */
export const REPORT_PERIODS = ['today', 'yesterday', '7days', '30days', 'month', 'last_month'] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

export const MAX_REPORT_DAYS = 366;

type Days = { from: string; to: string };

const DAY_MS = 86_400_000;

/** Adds days to a day (`YYYY-MM-DD`). */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** How many days a period has, both ends included. */
export const dayCount = ({ from, to }: Days): number => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** The first and the last day of a period, as of `today`; periods that have not ended end today. */
export function daysOfPeriod(period: ReportPeriod, today: string): Days {
  const month = `${today.slice(0, 8)}01`;
  const lastMonthEnds = shiftDay(month, -1);
  const yesterday = shiftDay(today, -1);
  const days: Record<ReportPeriod, Days> = {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    '7days': { from: shiftDay(today, -6), to: today },
    '30days': { from: shiftDay(today, -29), to: today },
    month: { from: month, to: today },
    last_month: { from: `${lastMonthEnds.slice(0, 8)}01`, to: lastMonthEnds },
  };
  return days[period];
}
