import type { Page } from '@playwright/test';
import type { OperatorAccountView } from '../../../contract/platform/operator.calls.ts';
import type { OperatorOrderView } from '../../../contract/platform/operator-orders.calls.ts';
import type { OperatorAnnouncementView } from '../../../contract/platform/announcements.calls.ts';
import type { OperatorShopView } from '../../../contract/platform/operator-shops.calls.ts';
import { mockApplications } from './mock-applications.ts';
import { mockPayment, mockPayments, mockUnknownPayments } from './mock-payment.ts';
import { mockProblems } from './mock-problems.ts';
import type { Screen } from './screen.ts';

/** An order on its way with a long email address, and one that was delivered and refunded. */
async function mockFoundOrders(page: Page): Promise<void> {
  const order: OperatorOrderView = {
    id: 12,
    orderNumber: 'H000012',
    order_date: '2026-11-21T05:00:00.000Z',
    order_status: 'In Transit',
    takeaway: false,
    payment_method: 'online',
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
    name: 'Test Customer',
    email: 'a-very-long-address-of-a-customer.with-many-parts@mail.example.haat.example',
    mobile: '9000000001',
    blocked: false,
    operator: false,
    refusals: 132,
    expired: 12,
    orders: 20,
    delivered: 0,
    created_at: '2026-10-01T10:00:00.000Z',
    last_seen: '2026-11-21T10:00:00.000Z',
  };
  const blocked = { ...account, id: 900, email: 'blocked@haat.example', blocked: true, last_seen: null };
  await page.route('**/api/operator/accounts?*', (route) => route.fulfill({ json: [account, blocked] }));
}

/** A shop with long names and large figures, and one without any; the first one is opened. */
async function mockShops(page: Page): Promise<void> {
  const shop: OperatorShopView = {
    id: 9001,
    slug: 'sri-venkateshwara-provision-stores-and-co',
    name: 'Sri Venkateshwara Provision Stores and General Merchants',
    trade: 'Groceries and provisions',
    address: '4, 1st Main, Long Bazaar Road, Mysuru 570001',
    phone: '9000000001',
    admin: { email: 'a-very-long-address-of-an-admin.with-many-parts@mail.example.haat.example', mobile: '9000000002' },
    status: 'suspended',
    suspended: 'The food licence has expired, and the papers that were asked for have not arrived.',
    platform: false,
    has_place: false,
    created_at: '2026-10-01T05:00:00.000Z',
    members: 12,
    orders_today: 140,
    orders: 12_345,
    ordered: 1_23_45_678.5,
    last_order: '2026-11-21T05:00:00.000Z',
    products: 1_400,
    problems: 12,
  };
  const ready: OperatorShopView = {
    ...shop,
    id: 9002,
    slug: 'malnad-dairy',
    name: 'Malnad Dairy',
    trade: null,
    phone: null,
    admin: null,
    status: 'getting_ready',
    suspended: undefined,
    orders: 0,
    ordered: 0,
    last_order: null,
    products: 0,
    problems: 0,
  };
  const open: OperatorShopView = {
    ...ready,
    id: 9003,
    slug: 'ganesh-kirana',
    name: 'Ganesh Kirana',
    status: 'open',
    products: 20,
  };
  await page.route('**/api/operator/shops?*', (route) => route.fulfill({ json: [shop, ready, open] }));
  await page.route('**/api/operator/shops/9001', (route) => route.fulfill({ json: shop }));
}

const ANNOUNCEMENT = {
  id: 7,
  title: 'The fees for online payments change on the first of December for all shops of the platform',
  text: 'From then on, 1.8 % of each online payment is kept instead of 2 %.\n\nSee the terms of the platform.',
  at: '2026-11-21T05:00:00.000Z',
};

/** An announcement to all shops, and a withdrawn one to one shop. */
async function mockAllAnnouncements(page: Page): Promise<void> {
  const shown: OperatorAnnouncementView = {
    ...ANNOUNCEMENT,
    until: '2026-12-31',
    state: 'shown',
    shop: null,
    author: 'operator-with-a-long-address@mail.example.haat.example',
    dismissals: 1_200,
  };
  const withdrawn = {
    ...shown,
    id: 6,
    until: null,
    state: 'withdrawn',
    shop: { id: 1, slug: 'dairy', name: 'Malnad Dairy' },
  };
  await page.route('**/api/operator/announcements?*', (route) => route.fulfill({ json: [shown, withdrawn] }));
}

async function mockAnnouncement(page: Page): Promise<void> {
  await page.route('**/api/announcements', (route) => route.fulfill({ json: [ANNOUNCEMENT] }));
}

/** The operator's session helps a shop. */
async function mockHelp(page: Page): Promise<void> {
  await page.route('**/api/users/me', async (route) => {
    const [shop, me] = await Promise.all([page.request.get('/api/shops/mysuru-sweets'), route.fetch()]);
    const { id, slug } = await shop.json();
    const helping = { role: 'vendor', shop_admin: true, helping: true, shop_id: id, shop_slug: slug };
    await route.fulfill({ json: { ...(await me.json()), ...helping } });
  });
}

/** The operator's own screens. */
export const OPERATOR_SCREENS: readonly Screen[] = [
  {
    name: 'operator-shops',
    who: 'operator',
    path: '/operator/shops',
    given: (page) => mockShops(page),
    act: (page) => page.getByRole('row').last().waitFor(),
  },
  {
    name: 'operator-shop',
    who: 'operator',
    path: '/operator/shops/9001',
    given: (page) => mockShops(page),
    act: (page) => page.locator('dl').waitFor(),
  },
  {
    name: 'operator-applications',
    who: 'operator',
    path: '/operator/applications',
    given: (page) => mockApplications(page),
    act: (page) => page.locator('dl').first().waitFor(),
  },
  {
    name: 'operator-applications-decline',
    who: 'operator',
    path: '/operator/applications',
    given: (page) => mockApplications(page),
    act: (page, t) =>
      page
        .getByRole('button', { name: t('applications.decline') })
        .first()
        .click(),
  },
  {
    name: 'operator-orders',
    who: 'operator',
    path: '/operator/orders',
    given: (page) => mockFoundOrders(page),
    act: (page) => page.getByRole('row').last().waitFor(),
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
    act: (page) => page.getByRole('row').last().waitFor(),
  },
  {
    name: 'operator-announcements',
    who: 'operator',
    path: '/operator/announcements',
    given: (page) => mockAllAnnouncements(page),
    act: (page) => page.getByRole('row').last().waitFor(),
  },
  {
    name: 'announcement',
    isState: true,
    who: 'vendor',
    path: '/ganesh-kirana/admin/team',
    given: (page) => mockAnnouncement(page),
    act: (page, t) => page.getByRole('button', { name: t('announcement.read') }).click(),
  },
  {
    name: 'helping',
    isState: true,
    who: 'operator',
    path: '/mysuru-sweets/admin/team',
    given: (page) => mockHelp(page),
    act: (page, t) => page.getByRole('button', { name: t('help.stop') }).waitFor(),
  },
  {
    name: 'operator-catalog',
    who: 'operator',
    path: '/operator/catalog',
    act: (page) => page.getByRole('row').last().waitFor(),
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
    act: (page) => page.getByRole('row').last().waitFor(),
  },
  {
    name: 'operator-payments',
    who: 'operator',
    path: '/operator/payments',
    given: (page) => mockPayments(page),
    act: (page) => page.getByRole('row').last().waitFor(),
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
  {
    name: 'operator-problems',
    who: 'operator',
    path: '/operator/problems',
    given: mockProblems,
    act: (page) => page.getByRole('link', { name: /P000014/ }).waitFor(),
  },
  {
    name: 'operator-problem',
    who: 'operator',
    path: '/operator/problems/12',
    given: mockProblems,
    act: (page) => page.getByRole('article').waitFor(),
  },
];
