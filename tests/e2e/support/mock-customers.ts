import type { Page } from '@playwright/test';
import type { CustomerOrderView, CustomerSummary, CustomerView } from '../../../contract/money/customers.calls.ts';
import { ORDER_STATUSES } from '../../../contract/orders/order-status.ts';

const LONG = 'Subramanyaswamylakshminarayanapurarajarajeshwari'.repeat(2).slice(0, 90);
const NOTE = 'Rings twice. Pays with large notes.\nPlease ask before a replacement.';

/** Shows customers with names and sums as long as they get, one of them blocked, and one of the counter. */
export async function mockCustomers(page: Page): Promise<void> {
  const json = (value: unknown) => ({ json: value });
  await page.route(/\/api\/shops\/\d+\/customers\?/, (route) => route.fulfill(json(customers)));
  await page.route(/\/api\/shops\/\d+\/customers\/\d+$/, (route) => route.fulfill(json(customer)));
  await page.route(/\/api\/shops\/\d+\/customers\/\d+\/orders/, (route) => route.fulfill(json(orders)));
}

const NAMES = ['Test Customer', LONG, 'Second Customer', 'Third Customer'];
const customers: CustomerSummary[] = Array.from({ length: 50 }, (_, nr) => ({
  id: 900 - nr,
  name: NAMES[nr % 4]!,
  phone: nr % 7 === 3 ? null : '••••••6781',
  has_account: nr % 5 !== 4,
  orders: nr === 1 ? 12_345 : 30 - (nr % 30),
  ordered: nr === 1 ? 9_99_99_999.99 : 1_234.5 * (nr + 1),
  last_order: new Date(Date.parse('2026-11-21T10:00:00Z') - nr * 7_200_000).toISOString(),
  blocked: nr % 4 === 1,
  has_note: nr % 3 === 1,
}));

const customer: CustomerView = {
  ...customers[1]!,
  phone: '9123456781',
  first_order: '2025-02-03T10:00:00.000Z',
  note: NOTE,
  blocked_at: '2026-11-20T08:30:00.000Z',
};

const orders: CustomerOrderView[] = Array.from({ length: 20 }, (_, nr) => ({
  id: 900 - nr,
  orderNumber: `H000${900 - nr}`,
  order_date: new Date(Date.parse('2026-11-21T10:00:00Z') - nr * 86_400_000).toISOString(),
  order_status: ORDER_STATUSES[nr % ORDER_STATUSES.length]!,
  channel: nr % 6 === 5 ? 'counter' : 'online',
  takeaway: nr % 2 === 0,
  payment_status: 'collected',
  items: nr + 1,
  total: nr === 2 ? 12_34_567.5 : 300 + nr,
  refunded: nr === 2 ? 345.5 : 0,
}));
