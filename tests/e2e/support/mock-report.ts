import type { Page } from '@playwright/test';
import type { MoneyReportView } from '../../../contract/money/money-reports.calls.ts';

const LONG = 'Handpoundedcoldpressedgroundnutoilofthefirstpressinginaglassjar'.slice(0, 60);
const DAY_MS = 86_400_000;

/** Shows a report of as many days as the address asks for, with sums and names as long as they get. */
export async function mockReport(page: Page): Promise<void> {
  await page.route('**/api/shops/*/money-report?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    return route.fulfill({ json: reportOf(query.get('from') ?? '2026-11-15', query.get('to') ?? '2026-11-21', query) });
  });
}

function reportOf(from: string, to: string, query: URLSearchParams): MoneyReportView {
  const by = query.get('by') === 'product' ? 'product' : 'day';
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const days = Array.from({ length: count }, (_, at) => ({
    day: new Date(Date.parse(from) + at * DAY_MS).toISOString().slice(0, 10),
    orders: at % 40,
    ordered: at === 1 ? 9_99_99_999.99 : (at % 9) * 1_234.5,
    received: at === 1 ? 9_99_99_000 : (at % 7) * 1_000,
    refunded: at % 5 ? 0 : 99.5,
  }));
  const products = Array.from({ length: 12 }, (_, nr) => ({
    key: String(nr + 1),
    name: nr === 1 ? LONG : `Test product ${nr}`,
    orders: 40 - nr,
    items: 1_000 - nr,
    ordered: 1_23_456.5 - nr,
    received: null,
    refunded: null,
  }));
  const rows = days.map(({ day, ...sums }) => ({ key: day, name: null, items: null, ...sums }));
  return {
    from,
    to,
    today: '2026-11-21',
    by,
    total: { orders: 412, ordered: 12_34_56_789.5, received: 12_34_00_000, refunded: 12_345.5 },
    to_collect: { orders: 12, amount: 4_321 },
    days,
    rows: by === 'day' ? rows : products,
    row_count: by === 'day' ? rows.length : 900,
  };
}
