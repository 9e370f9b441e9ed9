import type { Page } from '@playwright/test';
import { askedOrder, changedOrder, mockBoard } from './mock-adjustment.ts';
import { handOverWithWrongCode, mockHandOver } from './mock-pickup-code.ts';
import { mockProblems } from './mock-problems.ts';
import { BACK_OFFICE } from './accounts.ts';
import { mockRiderOrders, mockToPack } from './mock-team-orders.ts';
import { becomeMember } from './team-member.ts';
import { newCustomer } from './place-orders.ts';
import { openOrder } from './printer-test.ts';
import type { Screen } from './screen.ts';
import type { Texts } from './texts.ts';

const SHOP = '/mysuru-sweets';

/** The dialog with each kind of change begun. */
async function openAdjustment(page: Page, t: Texts): Promise<void> {
  await openOrder(page, changedOrder().orderNumber);
  await page.getByRole('button', { name: t('adjust.open') }).click();
  const dialog = page.getByRole('dialog', { name: /H\d{6}/ }).last();
  const lines = dialog.getByRole('listitem');
  const choose = (nth: number, kind: string) =>
    lines
      .nth(nth)
      .getByRole('button', { name: t(`adjust.kind.${kind}`) })
      .click();
  await choose(2, 'weight');
  await choose(1, 'fewer');
  await choose(0, 'replace');
  await dialog.getByRole('searchbox').fill('pak');
  await page
    .getByRole('list', { name: t('adjust.found') })
    .getByRole('button')
    .first()
    .click();
  await dialog.getByRole('button', { name: t('adjust.addItem') }).click();
  await dialog.getByRole('searchbox').fill('milk');
  await page
    .getByRole('list', { name: t('adjust.found') })
    .getByRole('button', { disabled: false })
    .last()
    .click();
}

async function openKeys(page: Page, t: Texts): Promise<void> {
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: t('shopOrders.keys') }).waitFor();
}

/** Two orders of a customer, the newer of which is moved on and can still be taken back. */
async function holdStep(page: Page, t: Texts): Promise<void> {
  await receiveOrders(page, t);
  await page.locator('[data-advance]').first().click();
  await page.locator('[data-undo]').first().waitFor();
}

async function readyToHandOver(page: Page): Promise<void> {
  const customer = await newCustomer(page.request, SHOP.slice(1));
  await customer.order();
  await mockHandOver(page);
}

/** An order whose code was wrong. Orders of other tests, which are not ready, may arrive beside it. */
async function handOver(page: Page, t: Texts): Promise<void> {
  const name = t('shopOrders.markAs', { status: t('status.pickedUp') });
  await page.getByRole('button', { name }).first().click();
  await handOverWithWrongCode(page, t);
}

async function receiveOrders(page: Page, t: Texts): Promise<void> {
  const customer = await newCustomer(page.request, SHOP.slice(1));
  for (let each = 0; each < 2; each++) await customer.order();
  await page.getByRole('region', { name: t('notifications.newOrder') }).waitFor();
}

async function asRider(page: Page): Promise<void> {
  await becomeMember(page, { slug: BACK_OFFICE, role: 'rider' });
  await mockRiderOrders(page);
}

/** The orders of a shop, its packing list, deliveries and problems. */
export const BACK_OFFICE_ORDER_SCREENS: readonly Screen[] = [
  { name: 'shop-orders', who: 'vendor', path: `${SHOP}/shop-orders` },
  { name: 'shop-orders-none-found', isState: true, who: 'vendor', path: `${SHOP}/shop-orders?search=99999999` },
  { name: 'shop-orders-keys', who: 'vendor', path: `${SHOP}/shop-orders`, act: openKeys },
  { name: 'shop-orders-undo', isState: true, who: 'vendor', path: `${SHOP}/shop-orders`, act: holdStep },
  {
    name: 'shop-orders-hand-over',
    who: 'vendor',
    path: `${SHOP}/shop-orders`,
    given: readyToHandOver,
    act: handOver,
    allowsConsoleErrors: true,
  },
  { name: 'new-orders', who: 'vendor', path: `${SHOP}/shop-orders`, act: receiveOrders },
  {
    name: 'shop-orders-adjust',
    who: 'vendor',
    path: `${SHOP}/shop-orders`,
    given: (page) => mockBoard(page, changedOrder()),
    act: openAdjustment,
  },
  {
    name: 'shop-orders-asked',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/shop-orders`,
    given: (page) => mockBoard(page, askedOrder()),
    act: (page) => page.getByRole('timer').waitFor(),
  },
  {
    name: 'packing',
    who: 'vendor',
    path: `${SHOP}/packing`,
    given: (page) => mockBoard(page, changedOrder()),
  },
  {
    name: 'helper-packing',
    path: `${SHOP}/packing`,
    given: async (page) => {
      await becomeMember(page, { slug: BACK_OFFICE, role: 'helper' });
      await mockToPack(page);
    },
    act: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'helper-hand-over',
    isState: true,
    path: `${SHOP}/packing`,
    given: async (page) => {
      await becomeMember(page, { slug: BACK_OFFICE, role: 'helper' });
      await mockToPack(page);
    },
    act: (page, t) => page.getByRole('button', { name: t('pickupCode.confirm') }).click(),
  },
  {
    name: 'rider',
    path: `${SHOP}/deliveries`,
    given: asRider,
    act: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'rider-hand-over-code',
    isState: true,
    path: `${SHOP}/deliveries`,
    given: asRider,
    act: (page, t) => page.getByRole('button', { name: t('rider.paidAndDelivered') }).click(),
  },
  {
    name: 'rider-hand-over',
    isState: true,
    path: `${SHOP}/deliveries`,
    given: asRider,
    act: (page, t) => page.getByRole('button', { name: t('rider.delivered'), exact: true }).click(),
  },
  {
    name: 'rider-return',
    isState: true,
    path: `${SHOP}/deliveries`,
    given: asRider,
    act: (page, t) =>
      page
        .getByRole('button', { name: t('rider.notDelivered') })
        .first()
        .click(),
  },
  {
    name: 'helper-denied',
    isState: true,
    path: `${SHOP}/admin/reports`,
    given: (page) => becomeMember(page, { slug: BACK_OFFICE, role: 'helper' }),
  },
  {
    name: 'shop-orders-settings',
    who: 'vendor',
    path: `${SHOP}/shop-orders`,
    act: (page, t) => page.getByRole('button', { name: t('shopOrders.settings') }).click(),
  },
  {
    name: 'shop-orders-more',
    who: 'vendor',
    path: `${SHOP}/shop-orders`,
    given: (page) => mockBoard(page, changedOrder()),
    act: (page) => openOrder(page, changedOrder().orderNumber),
  },
  { name: 'shop-orders-done', isState: true, who: 'vendor', path: `${SHOP}/shop-orders?tab=done` },
  {
    name: 'receipt-printer',
    who: 'vendor',
    path: `${SHOP}/shop-orders`,
    act: async (page, t) => {
      await page.getByRole('button', { name: t('shopOrders.settings') }).click();
      await page.getByRole('button', { name: t('receipts.printer') }).click();
    },
  },
  {
    name: 'shop-problems',
    who: 'vendor',
    path: `${SHOP}/admin/problems`,
    given: mockProblems,
    act: (page) => page.getByRole('link', { name: /P000014/ }).waitFor(),
  },
  {
    name: 'shop-problem',
    who: 'vendor',
    path: `${SHOP}/admin/problems/12`,
    given: mockProblems,
    act: (page) => page.getByRole('article').waitFor(),
  },
  {
    name: 'answer-problem',
    who: 'vendor',
    path: `${SHOP}/admin/problems/12`,
    given: mockProblems,
    act: (page, t) => page.getByRole('button', { name: t('problem.answer'), exact: true }).click(),
  },
  {
    name: 'problem-picture',
    who: 'vendor',
    path: `${SHOP}/admin/problems/12`,
    given: mockProblems,
    act: (page) => page.locator('article ul button').first().click(),
  },
];
