import type { APIRequestContext, Page } from '@playwright/test';
import type { ShopProduct } from '../../contract/catalog/products.calls.ts';
import type { OrderView } from '../../contract/orders/orders.calls.ts';
import { adminOf, deviceThat, type StoredSession, vendorOf } from './support/accounts.ts';
import { storeItems } from './support/open-contexts.ts';
import { newCustomer } from './support/place-orders.ts';
import { openSession } from './support/sign-in.ts';
import { pressUntil } from './support/counter-and-customer.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'deepa-electricals';

test.use({ serviceWorkers: 'allow' });
test.describe.configure({ mode: 'default' });

type Counter = {
  shopId: number;
  get: <Body>(path: string) => Promise<Body>;
  setPrice: (id: number, price: number) => Promise<void>;
  publish: (productId: number) => Promise<void>;
  restore: (productId: number) => Promise<void>;
};

// A code is sent once in a while only.
let admin: StoredSession | undefined;
let member: StoredSession | undefined;

/** The shop, as another device of it sees and changes it. */
async function otherDevice(request: APIRequestContext): Promise<Counter> {
  admin ??= await openSession({ request }, SHOP, adminOf(SHOP));
  const { authToken } = admin;
  const headers = { authorization: `Bearer ${authToken}` };
  const { id: shopId } = (await (await request.get(`/api/shops/${SHOP}`)).json()) as { id: number };
  return {
    shopId,
    get: async (path) => (await request.get(path, { headers })).json(),
    setPrice: async (id, price) =>
      expect(await request.patch(`/api/variants/${id}/price`, { headers, data: { price } })).toBeOK(),
    publish: async (id) =>
      expect(await request.patch(`/api/products/${id}`, { headers, data: { published: true } })).toBeOK(),
    restore: async (id) => expect(await request.post(`/api/products/${id}/restore`, { headers })).toBeOK(),
  };
}

/** The calls of a page that change something, in the order in which they were answered. */
function changesOf(page: Page): string[] {
  const changes: string[] = [];
  page.on('response', (answer) => {
    const request = answer.request();
    if (/\/status$|\/price$|\/stock$/.test(request.url()) && request.method() === 'PATCH')
      changes.push(`${new URL(request.url()).pathname} ${request.postData()} ${answer.status()}`);
  });
  return changes;
}

async function workerIsReady(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test('sends ten changes made without a connection once each, in order, after a reload in between', async ({
  page,
  context,
  request,
}) => {
  test.slow();
  const counter = await otherDevice(request);
  const customer = await newCustomer(request, SHOP);
  const numbers: string[] = [];
  for (let placed = 0; placed < 4; placed++) numbers.push(await customer.order());
  const { shopId } = counter;
  const [product] = await counter.get<ShopProduct[]>(`/api/shops/${shopId}/products?limit=1`);
  const [variant] = product?.variants ?? [];
  if (!product || !variant) throw new Error('The shop has no products');

  member ??= await openSession(page, SHOP, vendorOf(SHOP));
  await storeItems(page.context(), deviceThat(member));
  await page.goto(`/#/${SHOP}/admin/products`);
  await workerIsReady(page);
  const price = page.getByRole('textbox', { name: new RegExp(`^Price in rupees: ${product.name}`) }).first();
  await expect(price).toBeVisible();
  await page.goto(`/#/${SHOP}/shop-orders`);
  const card = (number: string) => page.getByRole('article', { name: new RegExp(number) });
  await expect(card(numbers[3] ?? '')).toBeVisible();
  const changes = changesOf(page);

  await context.setOffline(true);
  for (const number of numbers) {
    const accept = card(number).getByRole('button', { name: /^Mark as Accepted/ });
    await pressUntil(accept, () => expect(accept).toBeHidden({ timeout: 1000 }));
  }
  const waiting = (count: number) => page.getByText(`Waiting for connection · ${count} changes`);
  await expect(waiting(4)).toBeVisible({ timeout: 15_000 });
  await page.reload();
  await expect(waiting(4)).toBeVisible();
  for (const number of numbers.slice(0, 3)) {
    const next = card(number).getByRole('button', { name: /^Mark as (On the way|Ready|Order)/ });
    await pressUntil(next, () => expect(next).toBeHidden({ timeout: 1000 }));
  }
  await expect(waiting(7)).toBeVisible({ timeout: 15_000 });

  await page.goto(`/#/${SHOP}/admin/products`);
  for (const added of [1, 2]) {
    await price.fill(String(variant.price + added));
    await price.press('Enter');
    await expect(waiting(7 + added)).toBeVisible();
  }
  const stock = page.getByRole('textbox', { name: new RegExp(`^Stock: ${product.name}`) }).first();
  await stock.fill(String(variant.stock + 5));
  await stock.press('Enter');
  await expect(waiting(10)).toBeVisible();
  expect(changes).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByText('10 waiting changes have been sent.')).toBeVisible();
  await expect(page.getByText(/Waiting for connection/)).toBeHidden();
  expect(changes).toHaveLength(10);
  expect(changes.every((change) => change.endsWith(' 200'))).toBe(true);
  expect(changes.slice(7).map((change) => /"(?:price|stock)":[\d.]+/.exec(change)?.[0])).toEqual([
    `"price":${variant.price + 1}`,
    `"price":${variant.price + 2}`,
    `"stock":${variant.stock + 5}`,
  ]);
  const orders = await counter.get<OrderView[]>(`/api/orders/shop/${shopId}?limit=20`);
  const steps = (number: string) =>
    orders.find(({ orderNumber }) => orderNumber === number)?.steps.map(({ status }) => status);
  expect(numbers.map((number) => steps(number)?.length)).toEqual([3, 3, 3, 2]);
  await counter.setPrice(variant.id, variant.price);
});

test('shows a change that cannot be applied beside what happened meanwhile, and keeps mine by choice', async ({
  page,
  context,
  request,
}) => {
  const counter = await otherDevice(request);
  const [, product] = await counter.get<ShopProduct[]>(`/api/shops/${counter.shopId}/products?limit=2`);
  const [variant] = product?.variants ?? [];
  if (!product || !variant) throw new Error('The shop has no second product');
  member ??= await openSession(page, SHOP, vendorOf(SHOP));
  await storeItems(page.context(), deviceThat(member));
  await page.goto(`/#/${SHOP}/admin/products`);
  await workerIsReady(page);
  const price = page.getByRole('textbox', { name: new RegExp(`^Price in rupees: ${product.name}`) }).first();
  await expect(price).toBeVisible();

  await context.setOffline(true);
  await price.fill(String(variant.price + 3));
  await price.press('Enter');
  await expect(page.getByText('Waiting for connection · 1 change')).toBeVisible();
  await counter.setPrice(variant.id, variant.price + 4);
  await context.setOffline(false);

  await page.getByText('1 change could not be applied').waitFor();
  await page.getByRole('button', { name: 'Decide' }).click();
  const dialog = page.getByRole('dialog', { name: 'Waiting changes' });
  await expect(dialog.getByText(/The price has changed to/)).toBeVisible();
  await dialog.getByRole('button', { name: /^Keep mine/ }).click();
  await expect(dialog.getByText('All changes are sent.')).toBeVisible();
  const after = await counter.get<ShopProduct>(`/api/shops/${counter.shopId}/products/${product.id}`);
  expect(after.variants[0]?.price).toBe(variant.price + 3);
  await counter.setPrice(variant.id, variant.price);
});

test('searches, deletes and changes many products without a connection, and sends each change once, in order', async ({
  page,
  context,
  request,
}) => {
  test.slow();
  const counter = await otherDevice(request);
  const { shopId } = counter;
  const [first, second, third] = await counter.get<ShopProduct[]>(`/api/shops/${shopId}/products?limit=3`);
  if (!first || !second || !third) throw new Error('The shop has no three products');
  const before = first.variants[0]?.price ?? 0;
  member ??= await openSession(page, SHOP, vendorOf(SHOP));
  await storeItems(page.context(), deviceThat(member));
  await page.goto(`/#/${SHOP}/admin/products`);
  await workerIsReady(page);
  const row = ({ name }: ShopProduct) => page.getByRole('rowgroup', { name, exact: true });
  await expect(row(first)).toBeVisible();
  await expect.poll(() => cachedScreens(page), { timeout: 20_000 }).toContain('SettingsScreen');
  const sent: string[] = [];
  page.on('response', (answer) => {
    const made = answer.request();
    if (/bulk-changes$|\/products\/\d+$/.test(made.url()) && made.method() !== 'GET')
      sent.push(`${made.method()} ${answer.status()} ${/"kind":"\w+"/.exec(made.postData() ?? '')?.[0] ?? ''}`.trim());
  });

  await context.setOffline(true);
  const search = page.getByRole('searchbox', { name: 'Search' });
  await search.fill(second.name);
  await expect(
    page.getByText(/^You are offline\. Search and filters cover only the \d+ products stored on this device\.$/),
  ).toBeVisible();
  await expect(row(second)).toBeVisible();
  await expect(row(first)).toBeHidden();
  await search.fill('');
  const waiting = (count: number) =>
    page.getByText(`Waiting for connection · ${count} ${count === 1 ? 'change' : 'changes'}`);
  await row(third)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(waiting(1)).toBeVisible({ timeout: 15_000 });
  await expect(row(third)).toBeHidden();

  const select = async (...products: ShopProduct[]) => {
    for (const { name } of products) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
  };
  await select(first, second);
  await page.getByRole('button', { name: 'Change prices' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('How much').fill('10');
  await dialog.getByLabel('By', { exact: true }).selectOption('amount');
  await dialog.getByRole('button', { name: 'Show new prices' }).click();
  await dialog.getByRole('button', { name: /^Save \d+ prices?$/ }).click();
  await expect(waiting(2)).toBeVisible();
  const price = page.getByRole('textbox', { name: new RegExp(`^Price in rupees: ${first.name}`) }).first();
  await expect(price).toHaveValue(String(Math.round(before + 10)));
  await select(first, second);
  await page.getByRole('button', { name: 'Hide', exact: true }).click();
  await expect(waiting(3)).toBeVisible();
  await select(second);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(waiting(4)).toBeVisible();
  await expect(row(second)).toBeHidden();
  const deleted = page.getByRole('alert').filter({ hasText: '1 product deleted.' });
  await deleted.getByRole('button', { name: 'Undo' }).click();
  await expect(waiting(3)).toBeVisible();
  await expect(row(second)).toBeVisible();
  await page.reload();
  await expect(waiting(3)).toBeVisible();
  await expect(row(third)).toBeHidden();

  // A logout asks first.
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Are you sure you want to log out?' });
  await expect(asked.getByText(/^3 changes have not been sent yet/)).toBeVisible();
  await expect(asked.getByRole('listitem')).toHaveText([
    `${third.name}: deleted`,
    'Prices of 2 products: +₹10.00',
    '2 products: hidden',
  ]);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect(sent).toEqual([]);

  await context.setOffline(false);
  await expect(page.getByText('3 waiting changes have been sent.')).toBeVisible();
  expect(sent).toEqual(['DELETE 204', 'POST 201 "kind":"price"', 'POST 201 "kind":"published"']);
  const after = await counter.get<ShopProduct>(`/api/shops/${shopId}/products/${first.id}`);
  expect([after.published, after.variants[0]?.price]).toEqual([false, Math.round(before + 10)]);
  await counter.restore(third.id);
  for (const product of [first, second]) {
    await counter.publish(product.id);
    for (const { id, price: old } of product.variants) await counter.setPrice(id, old);
  }
});

test('opens screens that were never opened without a connection, and keeps the navigation', async ({
  page,
  context,
}) => {
  member ??= await openSession(page, SHOP, vendorOf(SHOP));
  await storeItems(page.context(), deviceThat(member));
  await page.goto(`/#/${SHOP}/shop-orders`);
  await workerIsReady(page);
  await expect.poll(() => cachedScreens(page), { timeout: 20_000 }).toContain('SettingsScreen');
  await expect.poll(() => copiedShops(page)).toContain('shopCopy');
  await context.setOffline(true);
  for (const screen of ['cash-report', 'import', 'team', 'settings', 'products']) {
    await page.goto(`/#/${SHOP}/admin/${screen}`);
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.getByText('could not be loaded')).toBeHidden();
    await expect(page.getByRole('navigation').first()).toBeVisible();
  }
  await context.setOffline(false);
});

test('shows on every screen that no orders arrive, and never shows Live at the same time', async ({
  page,
  context,
}) => {
  member ??= await openSession(page, SHOP, vendorOf(SHOP));
  await storeItems(page.context(), deviceThat(member));
  await page.goto(`/#/${SHOP}/shop-orders`);
  const live = page.getByText('Live', { exact: true });
  const alert = page.getByText('You are offline. New orders do not arrive until you are back online.');
  await expect(live).toBeVisible();
  await context.setOffline(true);
  await expect(alert).toBeVisible();
  await expect(live).toBeHidden();
  await expect(page.getByText('Not live')).toBeVisible();
  await expect(page.getByText('Your cart is saved')).toBeHidden();
  await page.goto(`/#/${SHOP}/admin/settings`);
  await expect(alert).toBeVisible();
  await context.setOffline(false);
  await expect(alert).toBeHidden();
  await expect(live).toBeVisible();

  // The device has a connection, the stream has not.
  await page.goto('/#/help');
  await page.route('**/api/notifications/stream-ticket', (route) => route.abort());
  await page.goto(`/#/${SHOP}/shop-orders`);
  await expect(page.getByText('New orders do not arrive on this device')).toBeVisible();
  await expect(live).toBeHidden();
  await page.unroute('**/api/notifications/stream-ticket');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).first().click();
  await expect(live).toBeVisible();
});

test('sounds an alarm and says that no orders ring when the session has ended', async ({ page, request }) => {
  const { authToken, refreshToken, ...device } = await openSession(
    page,
    'cauvery-textiles',
    vendorOf('cauvery-textiles'),
  );
  await page.addInitScript(() => {
    const counted = window as unknown as { alarms: number };
    counted.alarms = 0;
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...when) {
      counted.alarms += 1;
      return start.apply(this, when);
    };
  });
  await storeItems(
    page.context(),
    deviceThat({ ...device, authToken: authToken ?? '', refreshToken: refreshToken ?? '' }),
  );
  await page.goto('/#/cauvery-textiles/shop-orders');
  await page.getByRole('button', { name: 'Enable sound' }).click();
  const alarms = () => page.evaluate(() => (window as unknown as { alarms: number }).alarms);
  // Orders of other people may ring, too.
  await expect.poll(alarms).toBeGreaterThan(0);
  await page
    .getByRole('button', { name: /^Silence/ })
    .click({ timeout: 2000 })
    .catch(() => {});
  const before = await alarms();
  const headers = { authorization: `Bearer ${authToken}` };
  await expect(await request.post('/api/auth/logout', { headers, data: { refreshToken } })).toBeOK();
  await page.goto('/#/cauvery-textiles/admin/settings');
  await expect(
    page.getByText('You were logged out. New orders do not ring on this device. Log in to continue.'),
  ).toBeVisible();
  await expect.poll(alarms).toBeGreaterThan(before);
});

async function cachedScreens(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const requests = await (await caches.open('screens')).keys();
    return requests.map(({ url }) => url).join();
  });
}

const copiedShops = (page: Page) =>
  page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));
