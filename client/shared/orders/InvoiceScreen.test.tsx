import type { InvoiceView } from '@haat/contract/orders/invoice.calls';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor } from '../../test/stub-server.ts';
import { InvoiceScreen } from './InvoiceScreen.tsx';

const invoice: InvoiceView = {
  id: 4,
  orderNumber: 'H000004',
  order_date: '2026-11-21T09:00:00.000Z',
  order_status: 'Delivered',
  channel: 'online',
  payment_method: 'cod',
  payment_status: 'collected',
  total: 250,
  earlier_totals: [],
  saved: 25,
  cash_extra: 0,
  revision: 1,
  takeaway: false,
  customer_name: 'Test Customer',
  customer_phone: '9000000001',
  address: { street: '4th Main', city: 'Bengaluru', zip: '560011' },
  shop: {
    slug: 'dairy',
    name: 'Malnad Dairy',
    address: '30th Cross',
    phone: '9000000102',
    gstin: '27AAPFU0939F1ZV',
    fssai_licence: '10012011000001',
  },
  items: [
    {
      name: 'Ghee',
      size: null,
      color: null,
      unit: '500 ml',
      quantity: 2,
      packed_grams: null,
      price: 125,
      amount: 250,
      mrp: 137.5,
    },
  ],
  refunded: 0,
  refunds: [],
};

function show(answer: () => unknown) {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  stubServer({
    'GET /api/users/me': () => ({
      id: 7,
      name: 'T',
      email: 'a@b.in',
      mobile: null,
      profile_image: null,
      language: null,
    }),
    'GET /api/orders/4/invoice': answer,
  });
  renderScreen(<InvoiceScreen />, { path: '/:shopSlug/orders/:id/invoice', at: '/dairy/orders/4/invoice' });
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('shows shop, customer, lines and payment, and that it is no tax invoice', async () => {
  show(() => invoice);
  const paper = within(await screen.findByRole('article', { name: 'Invoice of order H000004' }));
  for (const text of [
    'Malnad Dairy',
    'GSTIN: 27AAPFU0939F1ZV',
    'FSSAI 10012011000001',
    'Bill of supply / receipt, not a tax invoice',
    'MRP ₹137.50',
    'Cash on delivery · paid in cash',
  ])
    paper.getByText(text);
  expect(paper.getByText(/Test Customer, 9000000001/).textContent).toContain('4th Main, Bengaluru 560011');
  const rows = paper.getAllByRole('row').map((row) => row.textContent);
  expect(rows.slice(1)).toEqual(['Ghee500 ml2 × ₹125.00MRP ₹137.502₹125.00₹250.00']);
  expect(paper.getByText('Total').nextSibling?.textContent).toBe('₹250.00');
  expect(paper.getByText('Saved on the MRP').nextSibling?.textContent).toBe('₹25.00');
  expect(paper.queryByText(/Refund|You paid/)).toBeNull();
});

it('shows the revision of a changed order, packed weights, and cash beside an online payment', async () => {
  const [line] = invoice.items;
  show(() => ({
    ...invoice,
    payment_method: 'online',
    payment_status: 'paid',
    cash_extra: 12.5,
    revision: 2,
    items: [{ ...line!, packed_grams: 950, amount: 237.5 }],
  }));
  const paper = within(await screen.findByRole('article'));
  paper.getByText('H000004, changed 1 time');
  paper.getByText('packed 950 g');
  paper.getByText('₹237.50');
  paper.getByText('Online payment · paid, ₹12.50 of it in cash');
});

it('leaves out what there is not, and shows a refund', async () => {
  show(() => ({
    ...invoice,
    saved: 0,
    takeaway: true,
    address: null,
    payment_method: 'online',
    payment_status: 'refunded',
    shop: { ...invoice.shop, gstin: null, fssai_licence: null },
    refunded: 250,
    refunds: [{ amount: 250, by: 'online', state: 'done', of_change: false, at: '2026-11-22T09:00:00.000Z' }],
  }));
  const paper = within(await screen.findByRole('article'));
  paper.getByText('Online payment · refunded');
  expect(paper.getByText(/22 Nov 2026/).parentElement?.textContent).toMatch(/^Refund/);
  expect(paper.getByText('You paid').nextSibling?.textContent).toBe('₹0.00');
  expect(paper.getByText(/Test Customer/).textContent).toMatch(/Takeaway$/);
  expect([paper.queryByText(/GSTIN/), paper.queryByText('Saved on the MRP')]).toEqual([null, null]);
});

it.each([
  ['Accepted', 'due', 'Pay at the shop · to be paid in cash', 'Accepted', /Takeaway: pick up at the shop\./],
  ['Ready', 'due', 'Pay at the shop · to be paid in cash', 'Ready for pickup', /Takeaway: pick up at the shop\./],
  ['Delivered', 'collected', 'Paid at the shop · paid in cash', 'Picked up', /Takeaway$/],
] as const)(
  'says of a takeaway in status %s how it is paid and where it is',
  async (order_status, payment_status, payment, status, place) => {
    show(() => ({ ...invoice, takeaway: true, order_status, payment_status }));
    const paper = within(await screen.findByRole('article'));
    paper.getByText(payment);
    paper.getByText(status);
    // Also of an order that has an address.
    expect(paper.getByText(/Test Customer/).textContent).toMatch(place);
    expect(paper.queryByText(/4th Main|Delivery to|Delivered/)).toBeNull();
  },
);

it('adds up what was paid, what went back and what is left', async () => {
  const at = '2026-11-22T09:00:00.000Z';
  show(() => ({
    ...invoice,
    payment_method: 'online',
    payment_status: 'paid',
    total: 253,
    earlier_totals: [269],
    refunded: 62,
    refunds: [
      { amount: 16, by: 'online', state: 'done', of_change: true, at },
      { amount: 62, by: 'cash', state: 'done', of_change: false, at },
    ],
  }));
  const paper = within(await screen.findByRole('article'));
  const amountOf = (label: RegExp) => paper.getByText(label).parentElement?.lastElementChild?.textContent;
  expect([/^Paid$/, /^Changed items/, /^Refund/, /^You paid$/].map(amountOf)).toEqual([
    '₹269.00',
    '−₹16.00',
    '−₹62.00',
    '₹191.00',
  ]);
  paper.getByText(/in cash, 22 Nov 2026/);
});

it('says that an order that was declined has no invoice', async () => {
  show(() => errorResponse(409, 'status_not_allowed', 'This order ended before its delivery, so it has no invoice.'));
  await screen.findByText(/^This order ended before its delivery/);
});

it('prints on the paper that is chosen', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const page = vi.spyOn(CSSStyleSheet.prototype, 'replaceSync');
  show(() => invoice);
  await screen.findByRole('article');
  expect(page).toHaveBeenLastCalledWith('@page { size: A4; margin: 14mm; }');
  await userEvent.click(screen.getByRole('button', { name: '80 mm roll' }));
  expect(page).toHaveBeenLastCalledWith('@page { size: 80mm 60mm; margin: 4mm; }');
  expect(document.adoptedStyleSheets).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Print invoice' }));
  expect(print).toHaveBeenCalledOnce();
  cleanup();
  expect(document.adoptedStyleSheets).toEqual([]);
});

it("says that an order is unknown or somebody else's", async () => {
  show(() => errorResponse(404, 'not_found', 'Order not found'));
  await screen.findByText('This order does not exist, or you do not have access to it.');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Print invoice' }).disabled).toBe(true);
});
