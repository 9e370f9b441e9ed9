import type { Page } from '@playwright/test';
import { addToCart, openMenu, toOrder } from './actions.ts';
import type { Screen } from './screen.ts';
import { mockBoughtProducts, mockFavourites } from './mock-favourites.ts';
import { askedOrder, changedOrder, mockRunningOrder } from './mock-adjustment.ts';
import { mockInvoice, mockNotifications } from './mock-messages.ts';
import { mockPickupCode } from './mock-pickup-code.ts';
import { mockOwnProblems, mockReport } from './mock-problems.ts';
import { mockStaffTimeline, mockTimeline } from './mock-timeline.ts';
import type { Texts } from './texts.ts';

const SHOP = '/malnad-dairy';

/** From the login to the history of orders. */
export const ORDER_SCREENS: readonly Screen[] = [
  { name: 'login', path: `${SHOP}/login` },
  {
    name: 'login-terms',
    isState: true,
    path: `${SHOP}/login`,
    act: (page, t) => page.getByRole('button', { name: t('login.showTerms') }).click(),
  },
  { name: 'login-otp', isState: true, path: `${SHOP}/login`, act: askForCode },
  { name: 'login-otp-invalid', isState: true, path: `${SHOP}/login`, act: giveWrongCode, allowsConsoleErrors: true },
  { name: 'order-guest', path: `${SHOP}/products`, act: orderAsGuest },
  { name: 'order-below-minimum', isState: true, path: `${SHOP}/products`, act: orderBelowMinimum },
  { name: 'order', who: 'customer', path: `${SHOP}/products`, act: orderAsGuest },
  { name: 'order-takeaway-invalid', isState: true, who: 'newcomer', path: `${SHOP}/products`, act: orderForNobody },
  { name: 'order-without-address', isState: true, who: 'newcomer', path: `${SHOP}/products`, act: orderToNowhere },
  {
    name: 'order-too-far',
    isState: true,
    who: 'customer',
    path: `${SHOP}/products`,
    given: liveInDelhi,
    act: orderAsGuest,
  },
  {
    name: 'order-address-dialog-too-far',
    isState: true,
    who: 'customer',
    path: `${SHOP}/products`,
    given: liveInDelhi,
    act: openTooFar,
  },
  { name: 'order-address-dialog', who: 'customer', path: `${SHOP}/address`, act: openAddresses },
  { name: 'address-guest', path: `${SHOP}/address` },
  { name: 'address-dialog-guest', isState: true, path: `${SHOP}/address`, act: openAddresses },
  { name: 'address', who: 'customer', path: `${SHOP}/address` },
  { name: 'address-form', who: 'newcomer', path: `${SHOP}/address`, act: openAddresses },
  { name: 'address-form-invalid', isState: true, who: 'newcomer', path: `${SHOP}/address`, act: saveNoAddress },
  { name: 'order-summary', who: 'customer', path: `${SHOP}/order-summary` },
  {
    name: 'order-summary-canceled',
    isState: true,
    who: 'customer',
    path: `${SHOP}/order-summary?canceled=true`,
    act: readAlert,
  },
  { name: 'order-summary-none', isState: true, who: 'newcomer', path: `${SHOP}/order-summary` },
  { name: 'order-history', who: 'customer', path: `${SHOP}/order-history` },
  { name: 'order-history-pickup-code', who: 'customer', path: `${SHOP}/order-history`, given: mockPickupCode },
  { name: 'order-history-empty', isState: true, who: 'newcomer', path: `${SHOP}/order-history` },
  {
    name: 'order-question',
    who: 'customer',
    path: `${SHOP}/order-history`,
    given: (page) => mockRunningOrder(page, askedOrder()),
    act: (page, t) =>
      page
        .getByRole('radio', { name: t('adjust.yes.take') })
        .first()
        .check(),
  },
  {
    name: 'order-changed',
    isState: true,
    who: 'customer',
    path: `${SHOP}/order-history`,
    given: (page) => mockRunningOrder(page, changedOrder()),
    act: (page, t) => page.getByRole('group', { name: t('adjust.changed') }).waitFor(),
  },
  {
    name: 'order-history-without-a-match',
    isState: true,
    who: 'customer',
    path: `${SHOP}/order-history?group=not_completed&period=30-days&q=nothing`,
    act: (page, t) => page.getByRole('button', { name: t('history.clearFilters') }).waitFor(),
  },
  {
    name: 'order-history-unreachable',
    isState: true,
    who: 'customer',
    path: `${SHOP}/order-history`,
    given: (page) => page.route('**/api/orders/user*', (route) => route.abort()),
    act: (page, t) => page.getByRole('button', { name: t('common.tryAgain') }).waitFor(),
    allowsConsoleErrors: true,
  },
  { name: 'favourites', who: 'customer', path: '/favourites', given: mockFavourites },
  { name: 'favourites-empty', isState: true, who: 'newcomer', path: '/favourites' },
  // With shops nearby, which replace the list of all shops: 0.12 where the machine is free, 0.18 where it is busy.
  { name: 'landing-favourites', who: 'customer', path: '/', given: mockFavourites, maxShift: 0.25 },
  { name: 'products-buy-again', who: 'customer', path: `${SHOP}/products`, given: mockBoughtProducts },
  { name: 'notifications', who: 'customer', path: '/notifications', given: mockNotifications },
  { name: 'notifications-empty', isState: true, who: 'newcomer', path: '/notifications' },
  { name: 'order-problem', who: 'customer', path: `${SHOP}/orders/12/problem`, given: mockOwnProblems },
  {
    name: 'order-problem-report',
    isState: true,
    who: 'customer',
    path: `${SHOP}/orders/12/problem`,
    given: mockReport,
    act: chooseLine,
  },
  { name: 'invoice', who: 'customer', path: `${SHOP}/orders/12/invoice`, given: mockInvoice },
  {
    name: 'invoice-roll',
    isState: true,
    who: 'customer',
    path: `${SHOP}/orders/12/invoice`,
    given: mockInvoice,
    act: (page, t) => page.getByRole('button', { name: t('invoice.roll') }).click(),
  },
  { name: 'order-timeline', who: 'customer', path: `${SHOP}/orders/12/timeline`, given: mockTimeline },
  {
    name: 'order-timeline-of-staff',
    isState: true,
    who: 'customer',
    path: `${SHOP}/orders/12/timeline`,
    given: mockStaffTimeline,
  },
  { name: 'unsubscribe', path: '/notifications/unsubscribe/1.order_ends.x' },
  { name: 'products-customer', isState: true, who: 'customer', path: `${SHOP}/products` },
  { name: 'profile', who: 'customer', path: '/profile' },
  { name: 'profile-of-shop', isState: true, who: 'customer', path: `${SHOP}/profile` },
  {
    name: 'profile-delete-question',
    isState: true,
    who: 'customer',
    path: '/profile',
    act: (page, t) => page.getByRole('button', { name: t('account.delete') }).click(),
  },
  { name: 'profile-mobile-code', isState: true, who: 'newcomer', path: '/profile', act: askForMobileCode },
  { name: 'menu-customer', who: 'customer', path: `${SHOP}/products`, act: openMenu },
  { name: 'logout-question', isState: true, who: 'customer', path: `${SHOP}/products`, act: askToLogOut },
];

async function askForCode(page: Page, t: Texts): Promise<void> {
  await page.getByLabel(t('login.emailOrMobile')).fill(`screens-${crypto.randomUUID()}@haat.example`);
  await page.getByRole('button', { name: t('login.sendOtp') }).click();
  await page.getByLabel(t('login.otp')).waitFor();
}

async function askForMobileCode(page: Page, t: Texts): Promise<void> {
  const mobile = `9${String(Math.floor(Math.random() * 1e9)).padStart(9, '0')}`;
  await page.getByLabel(t('account.mobileAdd')).fill(mobile);
  await page.getByRole('button', { name: t('login.sendOtp') }).click();
  await page.getByLabel(t('login.otp')).waitFor();
}

async function giveWrongCode(page: Page, t: Texts): Promise<void> {
  await askForCode(page, t);
  await page.getByLabel(t('login.otp')).fill('000000');
  await page.getByRole('button', { name: t('login.login'), exact: true }).click();
  await page.getByRole('main').getByRole('alert').waitFor();
}

async function orderAsGuest(page: Page): Promise<void> {
  await addToCart(page, 'ghee');
  await addToCart(page, 'paneer');
  await toOrder(page);
}

async function orderToNowhere(page: Page, t: Texts): Promise<void> {
  await orderAsGuest(page);
  await page.getByRole('button', { name: t('order.place') }).click();
  await page.getByRole('alertdialog').waitFor();
}

async function orderBelowMinimum(page: Page): Promise<void> {
  await addToCart(page, 'curd');
  await toOrder(page);
}

/** Takeaway without a contact, and a note that is nearly full. */
async function orderForNobody(page: Page, t: Texts): Promise<void> {
  await orderAsGuest(page);
  await page.locator('input[value=takeaway]').check();
  await page.locator('textarea[name=note]').fill('Please pack the ghee in paper. '.repeat(9));
  await page.getByRole('button', { name: t('order.place') }).click();
  await page.getByText(t('order.contactMissing')).waitFor();
}

/** One address near the shop, and the chosen one in another city. */
async function liveInDelhi(page: Page): Promise<void> {
  const near = { ...PERSON, id: 2, street: '14, 7th Cross', city: 'Bengaluru', zip: '560011', label: 'Home' };
  const far = { ...PERSON, id: 1, street: '7, Janpath', city: 'New Delhi', zip: '110001', label: 'Work' };
  const addresses = [
    { ...far, latitude: 28.623, longitude: 77.213, accuracy_metres: 3000 },
    { ...near, latitude: 12.937, longitude: 77.586, accuracy_metres: 3000 },
  ];
  await page.route('**/api/address', (route) => route.fulfill({ json: addresses }));
}

const PERSON = { name: 'Demo Customer', phone: '9000000201' };

async function openTooFar(page: Page): Promise<void> {
  await orderAsGuest(page);
  await openAddresses(page);
}

async function openAddresses(page: Page): Promise<void> {
  await page.getByRole('main').locator('button[aria-haspopup=dialog]').click();
  await page.getByRole('dialog').getByRole('heading').waitFor();
}

async function saveNoAddress(page: Page, t: Texts): Promise<void> {
  await openAddresses(page);
  await page.getByRole('button', { name: t('address.save') }).click();
  await page.getByText(t('address.invalid')).waitFor();
}

async function readAlert(page: Page, t: Texts): Promise<void> {
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('common.ok') })
    .click();
}

async function askToLogOut(page: Page, t: Texts): Promise<void> {
  await openMenu(page, t);
  await page.getByRole('button', { name: t('menu.logout') }).click();
}

async function chooseLine(page: Page, t: Texts): Promise<void> {
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: t('problem.kind.other') }).click();
  await page.getByRole('button', { name: t('problem.sendReport') }).click();
}
