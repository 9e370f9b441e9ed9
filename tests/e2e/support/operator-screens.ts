import type { Page } from '@playwright/test';
import type { OperatorAccountView, OperatorOrderView } from '../../../contract/api/operator.ts';
import { mockPayment, mockUnknownPayments } from './mock-payment.ts';
import type { Screen } from './screen.ts';

/** An order on its way with a long email address, and one that was delivered and refunded. */
async function mockFoundOrders(page: Page): Promise<void> {
  const order: OperatorOrderView = {
    id: 12,
    orderNumber: 'H000012',
    order_date: '2026-11-21T05:00:00.000Z',
    order_status: 'In Transit',
    takeaway: false,
    payment_status: 'paid',
    total: 1_23_456.5,
    refunded: 456.5,
    refundable: { online: 1_23_000, cash: 0 },
    shop: { id: 1, slug: 'malnad-dairy', name: 'Malnad Dairy' },
    customer_name: 'Test Customer',
    customer_phone: '9000000001',
    customer_email: 'a-very-long-address-of-a-customer.with-many-parts@mail.example.haat.example',
  };
  const delivered = {
    ...order,
    id: 11,
    orderNumber: 'H000011',
    order_status: 'Delivered',
    refunded: 1_23_456.5,
    refundable: { online: 0, cash: 0 },
  } as const;
  await page.route('**/api/operator/orders?*', (route) => route.fulfill({ json: [order, delivered] }));
}

/** An account with a long address that the limits refused, and a blocked one. */
async function mockAccounts(page: Page): Promise<void> {
  const account: OperatorAccountView = {
    id: 901,
    email: 'a-very-long-address-of-a-customer.with-many-parts@mail.example.haat.example',
    mobile: null,
    blocked: false,
    operator: false,
    refusals: 132,
    expired: 12,
    orders: 20,
    delivered: 0,
    last_seen: '2026-11-21T10:00:00.000Z',
  };
  const blocked = { ...account, id: 900, email: 'blocked@haat.example', blocked: true, last_seen: null };
  await page.route('**/api/operator/accounts', (route) => route.fulfill({ json: [account, blocked] }));
}

/** The operator's own screens. */
export const OPERATOR_SCREENS: readonly Screen[] = [
  {
    name: 'operator-shops',
    who: 'operator',
    path: '/operator/shops',
    act: (page) => page.getByRole('listitem').first().waitFor(),
  },
  {
    name: 'operator-orders',
    who: 'operator',
    path: '/operator/orders',
    given: (page) => mockFoundOrders(page),
    act: (page) => page.getByRole('listitem').first().waitFor(),
  },
  {
    name: 'operator-orders-cancel',
    isState: true,
    who: 'operator',
    path: '/operator/orders',
    given: (page) => mockFoundOrders(page),
    act: (page, t) => page.getByRole('button', { name: t('endOrder.cancel') }).click(),
  },
  {
    name: 'operator-accounts',
    who: 'operator',
    path: '/operator/accounts',
    given: (page) => mockAccounts(page),
    act: (page) => page.getByRole('listitem').first().waitFor(),
  },
  {
    name: 'operator-catalog',
    who: 'operator',
    path: '/operator/catalog',
    act: (page) => page.getByRole('listitem').first().waitFor(),
  },
  {
    name: 'operator-catalog-product',
    isState: true,
    who: 'operator',
    path: '/operator/catalog',
    act: (page, t) => page.getByRole('button', { name: t('operatorCatalog.addProduct') }).click(),
  },
  {
    name: 'operator-catalog-categories',
    isState: true,
    who: 'operator',
    path: '/operator/catalog?part=categories',
    act: (page) => page.getByRole('listitem').first().waitFor(),
  },
  {
    name: 'operator-payments',
    who: 'operator',
    path: '/operator/payments',
    act: (page) => page.locator('dl').waitFor(),
  },
  {
    name: 'operator-payments-unknown',
    isState: true,
    who: 'operator',
    path: '/operator/payments',
    given: (page) => mockUnknownPayments(page),
    act: (page, t) =>
      page
        .getByRole('button', { name: t('operatorPayments.dismiss') })
        .first()
        .waitFor(),
  },
  {
    name: 'operator-payment',
    who: 'operator',
    path: '/operator/payments/7',
    given: (page) => mockPayment(page),
    act: (page) => page.locator('dl').waitFor(),
  },
  {
    name: 'refund-part',
    who: 'operator',
    path: '/operator/payments/7',
    given: (page) => mockPayment(page),
    act: (page, t) => page.getByRole('button', { name: t('refund.part') }).click(),
  },
  {
    name: 'operator-new-shop',
    who: 'operator',
    path: '/operator/shops',
    act: (page, t) => page.getByRole('button', { name: t('operator.create') }).click(),
  },
];
