import type { Page } from '@playwright/test';
import type { ProductView } from '../../../contract/api/products.ts';
import { openMenu } from './actions.ts';
import { askedOrder, changedOrder, mockBoard } from './mock-adjustment.ts';
import { mockCashReport } from './mock-cash-report.ts';
import { mockCustomers } from './mock-customers.ts';
import { mockDevices } from './mock-devices.ts';
import { mockImport } from './mock-import.ts';
import { handOverWithWrongCode, mockHandOver } from './mock-pickup-code.ts';
import { mockPurchases, mockStock } from './mock-stock.ts';
import { mockProblems } from './mock-problems.ts';
import { mockOwnShops } from './mock-own-shops.ts';
import { mockReport } from './mock-report.ts';
import { mockSetup } from './mock-setup.ts';
import { newCustomer } from './place-orders.ts';
import type { Screen } from './screen.ts';
import type { Texts } from './texts.ts';

const SHOP = '/mysuru-sweets';

/** The dialog with each kind of change begun. */
async function openAdjustment(page: Page, t: Texts): Promise<void> {
  await page.locator('[data-more]').first().click();
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

/** An order whose code was wrong. */
async function handOver(page: Page, t: Texts): Promise<void> {
  const customer = await newCustomer(page.request, SHOP.slice(1));
  await customer.order();
  await page.locator('[data-advance]').first().click();
  await handOverWithWrongCode(page, t);
}

async function receiveOrders(page: Page, t: Texts): Promise<void> {
  const customer = await newCustomer(page.request, SHOP.slice(1));
  for (let each = 0; each < 2; each++) await customer.order();
  await page.getByRole('region', { name: t('notifications.newOrder') }).waitFor();
}

const submit = (page: Page, t: Texts) => page.getByRole('button', { name: t('addProduct.submit') }).click();

async function sendNothing(page: Page, t: Texts): Promise<void> {
  await submit(page, t);
  await page.getByRole('alertdialog').waitFor();
}

async function submitNothing(page: Page, t: Texts): Promise<void> {
  await sendNothing(page, t);
  await page.getByRole('button', { name: t('common.ok') }).click();
}

/** A sale with two items, one of which is parked, and a line that is open. */
async function addItems(page: Page, t: Texts): Promise<void> {
  const items = page.getByRole('list', { name: t('counterSale.items') }).getByRole('button');
  await items.nth(2).click();
  await page.getByRole('button', { name: t('counterSale.park'), exact: true }).click();
  await items.nth(0).click();
  await items.nth(1).click();
  await page
    .getByRole('list', { name: t('counterSale.lines') })
    .getByRole('button')
    .first()
    .click();
}

async function payInCash(page: Page, t: Texts): Promise<void> {
  await addItems(page, t);
  await page.getByRole('button', { name: t('counterSale.cash'), exact: true }).click();
  await page.getByRole('textbox', { name: t('counterSale.received') }).waitFor();
}

/** Everything that the form can unfold, but the camera. */
async function openPanels(page: Page, t: Texts): Promise<void> {
  for (const id of ['productForm.addCategory', 'productForm.addUnit', 'productForm.details', 'productForm.moreUnits']) {
    await page.getByRole('button', { name: t(id), exact: true }).click();
  }
}

/** Opens the form of the shop's first product that is sold in several units. */
async function editFirst(page: Page): Promise<void> {
  const shop = (await (await page.request.get(`/api${SHOP.replace('/', '/shops/')}`)).json()) as { id: number };
  const catalog = (await (await page.request.get(`/api/products?shopId=${shop.id}`)).json()) as ProductView[];
  const id = catalog.find(({ variants }) => variants.length > 1)?.id ?? catalog[0]?.id;
  await page.goto(`/#${SHOP}/admin/edit-product/${id}`);
  await page.locator('form textarea[name=description]').waitFor();
}

/** A price ten times as high as before, which is asked about before it is saved. */
async function askForPrice(page: Page): Promise<void> {
  await editFirst(page);
  const price = page.locator('input[name=price]').first();
  await price.fill(`${Math.round(Number(await price.inputValue()) * 10)}`);
  await price.press('Enter');
  await page.getByRole('alertdialog').waitFor();
}

/** The same with names as long as they get. */
async function editLong(page: Page): Promise<void> {
  await editFirst(page);
  const long = 'Handpoundedcoldpressedgroundnutoilofthefirstpressinginaglassjar';
  await page.locator('input[name=name]').fill(long.slice(0, 60));
  const [name, price] = [page.locator('ol ~ div input').first(), page.locator('ol ~ div input').nth(1)];
  await name.fill(long.slice(0, 60));
  await price.fill('99999999.50');
  await price.press('Enter');
}

/** What a shop sees, and what others see in its place. */
export const BACK_OFFICE_SCREENS: readonly Screen[] = [
  { name: 'shop-orders', who: 'vendor', path: `${SHOP}/shop-orders` },
  { name: 'shop-orders-none-found', isState: true, who: 'vendor', path: `${SHOP}/shop-orders?search=99999999` },
  { name: 'shop-orders-keys', who: 'vendor', path: `${SHOP}/shop-orders`, act: openKeys },
  { name: 'shop-orders-undo', isState: true, who: 'vendor', path: `${SHOP}/shop-orders`, act: holdStep },
  {
    name: 'shop-orders-hand-over',
    who: 'vendor',
    path: `${SHOP}/shop-orders`,
    given: mockHandOver,
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
    act: (page) => page.locator('[data-more]').first().click(),
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
  { name: 'counter-sale', who: 'vendor', path: `${SHOP}/counter-sale`, act: addItems },
  { name: 'counter-sale-cash', isState: true, who: 'vendor', path: `${SHOP}/counter-sale`, act: payInCash },
  {
    name: 'counter-sale-upi',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/counter-sale`,
    act: async (page, t) => {
      await addItems(page, t);
      await page.getByRole('button', { name: t('counterSale.upi'), exact: true }).click();
      await page.getByRole('button', { name: t('counterSale.takeUpi'), exact: true }).waitFor();
    },
  },
  {
    name: 'counter-sale-take-back',
    who: 'vendor',
    path: `${SHOP}/counter-sale`,
    act: async (page, t) => {
      await payInCash(page, t);
      await page.getByRole('button', { name: t('counterSale.exact') }).click();
      await page.getByRole('button', { name: t('counterSale.takeBack') }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'counter-sale-sold',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/counter-sale`,
    act: async (page, t) => {
      await payInCash(page, t);
      await page.getByRole('button', { name: t('counterSale.exact') }).click();
      await page.getByRole('region', { name: t('counterSale.lastSale') }).waitFor();
    },
  },
  { name: 'add-product', who: 'vendor', path: `${SHOP}/admin/add-product` },
  { name: 'add-product-panels', who: 'vendor', path: `${SHOP}/admin/add-product`, act: openPanels },
  { name: 'add-product-missing', isState: true, who: 'vendor', path: `${SHOP}/admin/add-product`, act: submitNothing },
  { name: 'add-product-alert', isState: true, who: 'vendor', path: `${SHOP}/admin/add-product`, act: sendNothing },
  { name: 'edit-product', who: 'vendor', path: '/about', act: editFirst },
  { name: 'edit-product-unusual-price', isState: true, who: 'vendor', path: '/about', act: askForPrice },
  { name: 'edit-product-long', who: 'vendor', path: '/about', act: editLong },
  {
    name: 'edit-product-missing',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/edit-product/999999`,
    allowsConsoleErrors: true,
  },
  { name: 'shop-dashboard', who: 'vendor', path: `${SHOP}/admin/dashboard` },
  { name: 'first-steps', who: 'admin', path: `${SHOP}/admin/dashboard`, given: mockSetup },
  {
    name: 'reports',
    who: 'vendor',
    path: `${SHOP}/admin/reports`,
    given: (page) => mockReport(page),
    act: (page) => page.getByRole('table').last().waitFor(),
  },
  {
    name: 'reports-own-days',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/reports?from=2025-11-21&to=2026-11-21&by=product`,
    given: (page) => mockReport(page),
    act: (page) => page.getByRole('table').last().waitFor(),
  },
  {
    name: 'cash-report',
    who: 'vendor',
    path: `${SHOP}/admin/cash-report`,
    act: (page) => page.locator('dl').waitFor(),
  },
  {
    name: 'cash-report-cash',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/cash-report?day=2026-11-20`,
    given: (page) => mockCashReport(page),
    act: (page) => page.getByRole('table').first().waitFor(),
  },
  {
    name: 'count-cash',
    who: 'vendor',
    path: `${SHOP}/admin/cash-report?day=2026-11-20`,
    given: (page) => mockCashReport(page),
    act: async (page, t) => {
      await page.getByRole('button', { name: `${t('cashClose.correct')}: ${t('cashClose.all')}` }).click();
      await page.getByText(t('cashClose.byNotes')).click();
    },
  },
  {
    name: 'devices',
    who: 'admin',
    path: `${SHOP}/admin/devices`,
    given: mockDevices,
    act: (page) => page.locator('main li').first().waitFor(),
  },
  {
    name: 'devices-log-out',
    who: 'admin',
    path: `${SHOP}/admin/devices`,
    given: mockDevices,
    act: (page) => page.locator('main li').getByRole('button').first().click(),
  },
  {
    name: 'customers',
    who: 'vendor',
    path: `${SHOP}/admin/customers`,
    given: mockCustomers,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'customer',
    who: 'vendor',
    path: `${SHOP}/admin/customers/899`,
    given: mockCustomers,
    act: (page) => page.getByRole('table').waitFor(),
  },
  { name: 'product-list', who: 'vendor', path: `${SHOP}/admin/products` },
  { name: 'product-list-none', isState: true, who: 'vendor', path: `${SHOP}/admin/products?q=nothing+like+it` },
  {
    name: 'product-list-wrong',
    who: 'vendor',
    path: `${SHOP}/admin/products`,
    act: async (page) => {
      const price = page.getByRole('table').getByRole('textbox').first();
      await price.fill('12.345');
      await price.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'product-list-selected',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/products`,
    act: (page) => page.getByRole('table').locator('tbody input[type=checkbox]:not([role])').first().check(),
  },
  {
    name: 'product-list-prices',
    who: 'vendor',
    path: `${SHOP}/admin/products`,
    act: async (page, t) => {
      await page.getByRole('table').locator('tbody input[type=checkbox]:not([role])').first().check();
      await page.getByRole('button', { name: t('bulk.price') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('5');
      await dialog.getByRole('textbox').press('Enter');
      await dialog.getByRole('table').waitFor();
    },
  },
  {
    name: 'product-list-free',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/products`,
    act: async (page) => {
      const price = page.getByRole('table').getByRole('textbox').first();
      await price.fill('0');
      await price.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'low-stock',
    who: 'admin',
    path: `${SHOP}/admin/stock`,
    given: mockPurchases,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'expiring',
    who: 'vendor',
    path: `${SHOP}/admin/stock/expiring`,
    given: mockPurchases,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'purchases',
    who: 'admin',
    path: `${SHOP}/admin/stock/purchases`,
    given: mockPurchases,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'purchase-booked',
    isState: true,
    who: 'admin',
    path: `${SHOP}/admin/stock/purchases/21`,
    given: mockPurchases,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'purchase-draft',
    who: 'admin',
    path: `${SHOP}/admin/stock/purchases/22`,
    given: mockPurchases,
    act: (page, t) => page.getByRole('button', { name: t('purchase.book') }).waitFor(),
  },
  {
    name: 'write-off',
    who: 'vendor',
    path: `${SHOP}/admin/stock/expiring`,
    given: mockPurchases,
    act: (page) => page.getByRole('table').getByRole('button').first().click(),
  },
  {
    name: 'stock-takes',
    who: 'vendor',
    path: `${SHOP}/admin/stock/takes`,
    given: mockStock,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'stock-take',
    who: 'vendor',
    path: `${SHOP}/admin/stock/takes/12`,
    given: mockStock,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'stock-take-finish',
    who: 'vendor',
    path: `${SHOP}/admin/stock/takes/12`,
    given: mockStock,
    act: (page, t) => page.getByRole('button', { name: t('stockTake.finish') }).click(),
  },
  {
    name: 'stock-take-finished',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/stock/takes/11`,
    given: mockStock,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'stock-history',
    who: 'vendor',
    path: `${SHOP}/admin/stock/variants/7`,
    given: mockStock,
    act: (page) => page.getByRole('table').waitFor(),
  },
  { name: 'import', who: 'vendor', path: `${SHOP}/admin/import` },
  { name: 'import-checked', who: 'vendor', path: `${SHOP}/admin/import?run=7`, given: (page) => mockImport(page) },
  {
    name: 'import-columns',
    who: 'vendor',
    path: `${SHOP}/admin/import?run=7`,
    given: (page) => mockImport(page, { state: 'unmapped', new_categories: [], new_units: [], ignored_columns: [] }),
    act: (page, t) => page.getByRole('heading', { name: t('import.columns') }).waitFor(),
  },
  {
    name: 'import-undo',
    who: 'vendor',
    path: `${SHOP}/admin/import?run=7`,
    given: (page) => mockImport(page, { dry_run: false, undo_until: '2030-11-22T09:00:00.000Z' }),
    act: (page, t) => page.getByRole('button', { name: t('import.undo') }).click(),
  },
  {
    name: 'import-running',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/import?run=7`,
    given: (page) => mockImport(page, { dry_run: false, state: 'running' }),
  },
  { name: 'vendor-dashboard', who: 'vendor', path: '/vendor/dashboard' },
  { name: 'menu-vendor', who: 'vendor', path: `${SHOP}/products`, act: openMenu },
  {
    name: 'office-shops',
    who: 'vendor',
    path: `${SHOP}/shop-orders`,
    given: mockOwnShops,
    act: (page, t) => page.getByRole('button', { name: t('switchShop.menu', { shop: 'Mysuru Sweets' }) }).click(),
  },
  { name: 'switch-shop', who: 'vendor', path: '/malnad-dairy/admin/stock', given: mockOwnShops },
  {
    name: 'office-account',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/team`,
    act: (page, t) => page.getByRole('button', { name: t('menu.account') }).click(),
  },
  {
    name: 'office-pause',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/team`,
    act: (page, t) => page.getByRole('button', { name: new RegExp(t('pause.label', { state: '' })) }).click(),
  },
  {
    name: 'office-login',
    path: `${SHOP}/shop-orders`,
    act: (page, t) => page.getByRole('button', { name: t('login.sendOtp') }).waitFor(),
  },
  {
    name: 'settings',
    who: 'admin',
    path: `${SHOP}/admin/settings`,
    act: (page) => page.getByRole('form').or(page.locator('form')).waitFor(),
  },
  {
    name: 'settings-vendor',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/settings`,
    act: (page, t) => page.getByText(t('settings.adminsChange')).waitFor(),
  },
  {
    name: 'settings-unsaved',
    isState: true,
    who: 'admin',
    path: `${SHOP}/admin/settings`,
    act: async (page, t) => {
      await page.getByLabel(t('settings.address'), { exact: true }).fill('Another street');
      await page.getByRole('link', { name: t('poster.open') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  { name: 'team', who: 'admin', path: `${SHOP}/admin/team`, act: (page) => page.locator('form').waitFor() },
  {
    name: 'activity',
    who: 'admin',
    path: `${SHOP}/admin/activity`,
    act: (page) => page.getByRole('combobox').first().waitFor(),
  },
  { name: 'activity-denied', isState: true, who: 'vendor', path: `${SHOP}/admin/activity` },
  { name: 'menu-admin', who: 'admin', path: `${SHOP}/products`, act: openMenu },
  { name: 'poster', path: `${SHOP}/poster`, act: (page) => page.getByRole('article').waitFor() },
  { name: 'denied', who: 'customer', path: '/vendor/dashboard' },
  {
    name: 'notifications-unreachable',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/dashboard`,
    given: (page) => page.route('**/api/notifications', (route) => route.abort()),
    act: (page, t) => page.getByRole('button', { name: t('common.tryAgain') }).waitFor(),
    allowsConsoleErrors: true,
  },
];
