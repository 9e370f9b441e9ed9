import type { Page } from '@playwright/test';
import type { CashClosesView } from '../../../contract/money/cash-closes.calls.ts';
import type { CashReportView } from '../../../contract/money/reports.calls.ts';

const LONG = 'Handpoundedcoldpressedgroundnutoilofthefirstpressinginaglassjar'.slice(0, 60);

const list = Array.from({ length: 12 }, (_, nr) => ({
  id: nr + 1,
  orderNumber: `H0000${nr + 10}`,
  at: `2026-11-20T0${(nr % 9) + 1}:00:00.000Z`,
  time: `${nr + 8}:30`.padStart(5, '0'),
  by: nr % 3 ? 'Test Vendor' : null,
  customer_name: nr === 2 ? LONG : 'Test Customer',
  takeaway: nr % 2 === 0,
  channel: nr % 4 ? ('online' as const) : ('counter' as const),
  amount: nr === 2 ? 9_99_999.99 : 120.5 + nr,
}));
const amount = list.reduce((sum, order) => sum + order.amount, 0);

const BOOK: CashReportView = {
  day: '2026-11-20',
  today: '2026-11-21',
  ordered: { orders: 17, amount: amount + 2_000 },
  received: {
    orders: list.length + 5,
    amount: amount + 1_734.56,
    cash: { orders: list.length, amount },
    upi: { orders: 2, amount: 500 },
    card: { orders: 0, amount: 0 },
    online: { orders: 3, amount: 1_234.56 },
  },
  refunded: {
    orders: 2,
    amount: 1_300.5,
    cash: { orders: 1, amount: 1_200.5 },
    upi: { orders: 0, amount: 0 },
    card: { orders: 0, amount: 0 },
    online: { orders: 1, amount: 100 },
  },
  net: amount + 434.06,
  to_collect: { orders: 2, amount: 500 },
  cash: list,
  payouts: list.slice(2, 3).map((order) => ({ ...order, time: '15:30', amount: 1_200.5 })),
};

const CASH = {
  received: 9_99_999.99,
  refunded: 1_200.5,
  expected: 9_98_799.49,
  close: null,
  earlier: { day: '2026-11-19', counted: 2_000 },
};
const CLOSES: CashClosesView = {
  all: {
    ...CASH,
    person_id: null,
    name: null,
    close: {
      id: 1,
      day: '2026-11-20',
      person_id: null,
      entry: 2,
      opening: 2_000,
      received: 9_99_999.99,
      refunded: 1_000.5,
      paid_out: 500,
      expected: 10_00_499.49,
      counted: 10_00_479.49,
      difference: -20,
      note: LONG,
      by: 'Test Vendor',
      at: '2026-11-20T16:00:00.000Z',
    },
  },
  people: [{ ...CASH, person_id: 5, name: LONG }],
};

/** Shows a day on which a shop took cash, whatever it took. */
export async function mockCashReport(page: Page): Promise<void> {
  await page.route('**/api/shops/*/cash-closes/2026-11-20', (route) => route.fulfill({ json: CLOSES }));
  await page.route('**/api/shops/*/cash-report?day=2026-11-20', (route) => route.fulfill({ json: BOOK }));
}
