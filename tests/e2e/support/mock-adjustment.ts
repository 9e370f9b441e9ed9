import type { Page } from '@playwright/test';
import type { OrderItemView, ProposalView } from '../../../contract/orders/order-lines.calls.ts';
import type { OrderView } from '../../../contract/orders/orders.calls.ts';

const at = '2026-11-21T05:00:00.000Z';
const shop = { id: 1, slug: 'malnad-dairy', name: 'Malnad Dairy', phone: '9000000103' };

const item = (id: number, changes: Partial<OrderItemView>): OrderItemView => ({
  id,
  product_id: id,
  name: 'Paneer',
  price: 90,
  quantity: 2,
  amount: 180,
  packed_grams: null,
  mrp: null,
  discount: 0,
  written_off: 0,
  size: null,
  color: null,
  unit: '200 g',
  unit_type: '200 g',
  image: null,
  size_id: null,
  color_id: null,
  unit_id: 5,
  ...changes,
});

const GHEE = item(1, {
  name: 'Ghee from grass-fed cows of the Malnad hills, traditionally churned',
  price: 650,
  quantity: 1,
  amount: 650,
  unit: '1 kg',
});
const PANEER = item(2, {});
const KHOA = item(3, { name: 'Khoa', price: 400, quantity: 2, amount: 800, unit: '1 kg' });

const SALT = { product_id: 4, name: 'Iodised salt', unit: '1 kg', price: 28, image: null };

const ORDER: OrderView = {
  id: 12,
  orderNumber: 'H000012',
  order_date: at,
  order_status: 'Accepted',
  channel: 'online',
  payment_method: 'online',
  payment_status: 'paid',
  total: 1_630,
  refunded: 0,
  refundable: { online: 1_630, cash: 0 },
  minordervalue: 200,
  takeaway: false,
  customer_name: 'Test Customer',
  customer_phone: '9000000001',
  address: { street: '12, 4th Main', city: 'Bengaluru', zip: '560041' },
  note: null,
  shop,
  items: [GHEE, PANEER, KHOA],
  steps: [
    { status: 'Pending', at },
    { status: 'Accepted', at, by: 'Asha', actor: 'shop' },
  ],
  accept_by: at,
  promised_at: at,
  unanswered_from: null,
  cancel_until: at,
  cancellation: null,
  report_until: null,
  problems: [],
  replaces: null,
  hold_until: null,
  asks_code: false,
  pickup_code: null,
  if_unavailable: 'call_me',
  revision: 1,
  revisions: [],
  cash_extra: 0,
  proposal: null,
};

const CHANGE = { quantity: null, grams: null, at_old_price: false, amount: 0, replacement: null, outcome: null };

/** A dearer replacement with a long name, a line that is left out, a heavier pack, and a line to add. */
const proposal = (): ProposalView => ({
  id: 7,
  state: 'open',
  total: 1_633.5,
  at,
  answer_by: new Date(Date.now() + 585_000).toISOString(),
  lines: [
    {
      ...CHANGE,
      item_id: 1,
      kind: 'replace',
      quantity: 1,
      amount: 697.5,
      replacement: {
        product_id: 9,
        name: 'Ghee of A2 milk from the cooperative of Shivamogga',
        size: null,
        color: null,
        unit: '1 kg',
        price: 697.5,
        image: null,
      },
    },
    { ...CHANGE, item_id: 2, kind: 'leave_out' },
    { ...CHANGE, item_id: 3, kind: 'weight', grams: 2_200, amount: 880 },
    { ...CHANGE, item_id: 4, kind: 'add', quantity: 2, amount: 56, replacement: { ...SALT, size: null, color: null } },
  ],
});

/** An order whose shop asks its customer. */
export const askedOrder = (): OrderView => ({ ...ORDER, proposal: proposal() });

/** An order that was changed twice, the last time with an added line, and cash to pay in addition to the online payment. */
export const changedOrder = (): OrderView => ({
  ...ORDER,
  total: 1_706.25,
  cash_extra: 76.25,
  revision: 3,
  items: [GHEE, PANEER, { ...KHOA, packed_grams: 2_050, amount: 820.25 }, item(4, { ...SALT, amount: 56 })],
  revisions: [
    { revision: 1, total: 1_720, until: at, items: [GHEE, { ...PANEER, quantity: 3, amount: 270 }, KHOA] },
    { revision: 2, total: 1_630, until: at, items: [GHEE, PANEER, KHOA] },
  ],
});

/** The list of the user's running orders has this one alone. */
export async function mockRunningOrder(page: Page, order: OrderView): Promise<void> {
  await page.route(/\/api\/orders\/user\?/, (route) =>
    route.fulfill({ json: route.request().url().includes('group=running') ? [order] : [] }),
  );
}

/** The order board has this order alone. */
export async function mockBoard(page: Page, order: OrderView): Promise<void> {
  await page.route(/\/api\/orders\/shop\/\d+\?/, (route) => {
    const [, id] = /shop\/(\d+)/.exec(route.request().url()) ?? [];
    return route.fulfill({ json: [{ ...order, shop: { ...shop, id: Number(id) } }] });
  });
}
