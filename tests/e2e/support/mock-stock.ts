import type { Page } from '@playwright/test';
import type { PurchaseSummary, PurchaseView, UsualPurchase } from '../../../contract/stock/purchases.calls.ts';
import type { ExpiringView, LowStockView, StockHistoryView } from '../../../contract/stock/stock-lists.calls.ts';
import type { StockTakeLine, StockTakeSummary, StockTakeView } from '../../../contract/stock/stock-takes.calls.ts';

const PIECES = { stock_unit: 'piece' as const, content: 1 };

const LONG = 'Handpoundedcoldpressedgroundnutoilofthefirstpressinginaglassjar'.slice(0, 60);
const AT = '2026-11-20T05:00:00.000Z';

const summary = (id: number, more: Partial<StockTakeSummary> = {}): StockTakeSummary => ({
  id,
  state: 'finished',
  category: null,
  started_at: AT,
  started_by: 'Test Vendor',
  ended_at: AT,
  ended_by: 'Test Vendor',
  counted: 1_250,
  differing: 12,
  pieces: -1_234,
  value: -1_23_456.5,
  cost_value: -98_765.5,
  ...more,
});

const line = (id: number, more: Partial<StockTakeLine> = {}): StockTakeLine => ({
  variant_id: id,
  product_id: id,
  name: `Test sweets ${id}`,
  option: '500 g',
  barcode: '8901063092730',
  ...PIECES,
  counted: 8,
  expected: 10,
  to_pack: 0,
  difference: -2,
  moved: 0,
  edited: false,
  reason: null,
  note: null,
  counted_by: 'Test Vendor',
  counted_at: AT,
  value: -240.5,
  cost_value: null,
  ...more,
});

const IN_GRAMS = { stock_unit: 'g', content: 500 } as const;

const LINES = [
  line(7, { name: LONG, counted: 12_345, expected: 12_340, difference: 5, value: 9_99_999.99, to_pack: 3 }),
  line(8, { option: null, counted: 4, expected: 4, difference: 0, value: 0 }),
  line(9, { reason: 'other', note: 'Given to the school for its annual day', moved: -2 }),
  line(10, { ...IN_GRAMS, counted: 48_600, expected: 48_650, difference: -50, to_pack: 1_350, edited: true }),
];

const OPEN: StockTakeView = {
  ...summary(12, { state: 'open', ended_at: null, ended_by: null, counted: 4, differing: 3, pieces: 1, value: 480 }),
  uncounted: 37,
  lines: LINES,
};

const HISTORY: StockHistoryView = {
  product_id: 7,
  name: LONG,
  option: '500 g',
  ...PIECES,
  stock: 8,
  changes: [
    change(9, {
      reason: 'stock_take',
      cause: 'other',
      note: 'Given to the school for its annual day',
      stock_take_id: 11,
    }),
    change(11, { reason: 'conversion', delta: -3_992, balance: 8 }),
    change(10, { reason: 'write_off', cause: 'spoiled', delta: -1_350, balance: 4_000, stock_unit: 'g' }),
    change(8, { reason: 'sale', delta: -3, by: null, order: { id: 3, number: 'H000003', channel: 'online' } }),
    change(7, { reason: 'sale', order: { id: 4, number: 'H000004', channel: 'counter' } }),
    change(5, { reason: 'purchase', delta: 20, purchase_id: 21 }),
    change(6, { reason: 'opening', delta: 12_345, balance: 12_345 }),
  ],
};

function change(id: number, more: Partial<StockHistoryView['changes'][number]>): StockHistoryView['changes'][number] {
  const none = { cause: null, note: null, order: null, stock_take_id: null, purchase_id: null };
  return {
    id,
    at: AT,
    reason: 'adjustment',
    delta: -1,
    balance: 8,
    stock_unit: 'piece',
    by: 'Test Vendor',
    ...none,
    ...more,
  };
}

const named = { ...PIECES, variant_id: 7, product_id: 7, name: LONG, option: '500 g', barcode: '8901063092730' };
const other = { ...named, ...IN_GRAMS, variant_id: 8, name: 'Test sweets 8', option: null };

const LOW: LowStockView = {
  level: 5,
  count: 2,
  variants: [
    { ...named, stock: 0, level: 12_345, own_level: 12_345, sold: 1_234, cost: null },
    { ...other, stock: 1_350, level: 2_500, own_level: null, sold: 12_750, cost: 12.5 },
  ],
};

const batch = {
  ...named,
  id: 1,
  best_before: '2026-11-18',
  days_left: -3,
  bought: 24,
  left: 4,
  stock: 12,
  supplier: LONG,
};
const EXPIRING: ExpiringView = {
  today: '2026-11-21',
  batches: [
    batch,
    {
      ...batch,
      ...other,
      id: 2,
      best_before: '2026-11-29',
      days_left: 8,
      bought: 50_000,
      left: 12_350,
      supplier: null,
    },
  ],
};

const purchase = (id: number, more: Partial<PurchaseSummary> = {}): PurchaseSummary => ({
  id,
  state: 'booked',
  supplier: LONG,
  invoice_number: 'INV/2026-27/00017',
  invoice_date: '2026-11-20',
  day: '2026-11-20',
  pieces: 1_234,
  total: 1_23_456.5,
  booked_at: AT,
  by: 'Test Admin',
  reverses_id: null,
  reversed_by_id: null,
  replaces_id: null,
  ...more,
});
const lineOf = { quantity: 24, cost: 99.5, best_before: '2026-12-31', price: 120, mrp: 125 };
const detailed = (summarized: PurchaseSummary): PurchaseView => ({
  ...summarized,
  version: 1,
  same_invoice_id: 3,
  lines: [
    { ...named, ...lineOf, now: PIECES },
    { ...other, ...lineOf, now: IN_GRAMS, quantity: 52_500, best_before: null, price: null, mrp: null },
  ],
});
const DRAFT = detailed(purchase(22, { state: 'draft', booked_at: null, replaces_id: 20 }));
const BOOKED = detailed(purchase(21));
const USUAL: UsualPurchase[] = [
  { variant_id: 7, quantity: 2, cost: 995.5, price: 120, mrp: 125, stock: 12_345, ...PIECES },
  { variant_id: 8, quantity: null, cost: null, price: 9.5, mrp: null, stock: 1_350, ...IN_GRAMS },
];

/** Low stock, expiring stock, and purchases: the user's own draft and a booked one, with long names and large numbers. */
export async function mockPurchases(page: Page): Promise<void> {
  const list = { count: 3, total: 1_23_456.5, purchases: [DRAFT, BOOKED, purchase(20, { reversed_by_id: 19 })] };
  await page.route('**/api/shops/*/low-stock', (route) => route.fulfill({ json: LOW }));
  await page.route('**/api/shops/*/expiring?*', (route) => route.fulfill({ json: EXPIRING }));
  await page.route('**/api/shops/*/suppliers', (route) => route.fulfill({ json: [{ id: 1, name: LONG }] }));
  await page.route('**/api/shops/*/purchases?*', (route) => route.fulfill({ json: list }));
  await page.route('**/api/shops/*/usual-purchases?*', (route) => route.fulfill({ json: USUAL }));
  await page.route('**/api/shops/*/purchases/22', (route) => route.fulfill({ json: DRAFT }));
  await page.route('**/api/shops/*/purchases/21', (route) => route.fulfill({ json: BOOKED }));
}

/** Stock takes, one of them open, and the history of a variant, with long names and large numbers. */
export async function mockStock(page: Page): Promise<void> {
  const past = summary(11, { category: 'Sweets' });
  await page.route('**/api/shops/*/stock-takes?*', (route) =>
    route.fulfill({ json: [OPEN, past, summary(10, { state: 'cancelled', cost_value: null })] }),
  );
  await page.route('**/api/shops/*/stock-takes/12', (route) => route.fulfill({ json: OPEN }));
  await page.route('**/api/shops/*/stock-takes/11', (route) =>
    route.fulfill({ json: { ...past, uncounted: 0, lines: LINES.map((each) => ({ ...each, edited: false })) } }),
  );
  await page.route('**/api/shops/*/variants/*/stock-history?*', (route) => route.fulfill({ json: HISTORY }));
}
