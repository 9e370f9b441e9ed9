import type { Page } from '@playwright/test';
import type { CashReportView } from '../../../contract/api/reports.ts';

const LONG = 'Handpoundedcoldpressedgroundnutoilofthefirstpressinginaglassjar'.slice(0, 60);

const list = Array.from({ length: 12 }, (_, nr) => ({
  id: nr + 1,
  orderNumber: `H0000${nr + 10}`,
  delivered_at: `2026-11-20T0${(nr % 9) + 1}:00:00.000Z`,
  time: `${nr + 8}:30`.padStart(5, '0'),
  by: nr % 3 ? 'Test Vendor' : null,
  customer_name: nr === 2 ? LONG : 'Test Customer',
  takeaway: nr % 2 === 0,
  amount: nr === 2 ? 9_99_999.99 : 120.5 + nr,
}));
const amount = list.reduce((sum, order) => sum + order.amount, 0);

const BOOK: CashReportView = {
  day: '2026-11-20',
  today: '2026-11-21',
  cash: { orders: list.length, amount, list },
  online: { orders: 3, amount: 1_234.56 },
  paid_out: {
    orders: 1,
    amount: 1_200.5,
    list: [
      {
        id: 3,
        orderNumber: 'H000012',
        paid_at: '2026-11-20T10:00:00.000Z',
        time: '15:30',
        by: 'Test Vendor',
        customer_name: LONG,
        amount: 1_200.5,
      },
    ],
  },
  total: amount + 1_234.56 - 1_200.5,
  due: { orders: 2, amount: 500 },
};

/** Shows a day on which a shop took cash, whatever it took. */
export async function mockCashReport(page: Page): Promise<void> {
  await page.route('**/api/shops/*/cash-report?day=2026-11-20', (route) => route.fulfill({ json: BOOK }));
}
