import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addToCart, chooseTakeaway, openMenu, toOrder } from './support/actions.ts';
import { expectAccessible } from './support/accessibility.ts';
import { ARGS, CHROMIUM } from './support/chromium.ts';
import { newCustomer } from './support/place-orders.ts';
import { clickShown, neverAsked, pushLine, shownIn, mockPushService } from './support/push-service.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts.ts';

/** Whose orders no other test counts. */
const SHOP = 'cauvery-textiles';
/** Where customers order. */
const STORE = 'ayyangar-bakery';
const SAVED = '/api/users/fcm-token';

// The server of the tests has no project at Firebase, so its policy names none of Firebase's hosts.
test.use({ serviceWorkers: 'allow', bypassCSP: true, launchOptions: { executablePath: CHROMIUM, args: ARGS } });

const message = (id: string, changes = {}) => ({
  id,
  kind: 'order.status',
  title: 'Order H000004',
  body: 'Accepted by the shop',
  path: `/${SHOP}/order-history`,
  tag: 'order-4',
  ...changes,
});

const newEmail = () => `push-${randomUUID()}@haat.example`;
const offer = (page: Page, name: string) => page.getByRole('button', { name });

test('registers a device whose owner permitted it, and takes it back with the session', async ({ newUser }) => {
  const { page, context } = await newUser();
  await context.grantPermissions(['notifications']);
  const calls = await mockPushService(context);
  await signIn(page, SHOP, newEmail());
  const saving = page.waitForResponse((answer) => answer.url().endsWith(SAVED));
  await page.goto(`/#/${SHOP}/products`);
  const saved = await saving;
  expect([saved.status(), saved.request().postDataJSON()]).toEqual([
    200,
    { fcm_token: expect.stringMatching(/^[\w-]{22}$/), kind: 'fid' },
  ]);
  expect(calls).toEqual(['POST /v1/projects/market/installations', 'POST /v1/projects/market/registrations']);

  const { fcm_token: token } = saved.request().postDataJSON() as { fcm_token: string };
  await openMenu(page, textsOf('en'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click();
  await expect.poll(() => calls.at(-1)).toBe(`DELETE /v1/projects/market/registrations/${token}`);
  expect(await page.evaluate(() => localStorage.getItem('test-subscription'))).toBeNull();
});

test('asks a customer after ordering, and not before', async ({ newUser }) => {
  const { page, context } = await newUser();
  await neverAsked(context, 'granted');
  const calls = await mockPushService(context);
  await signIn(page, STORE, newEmail());
  await page.goto(`/#/${STORE}/products`);
  await addToCart(page, '.');
  await toOrder(page);
  await chooseTakeaway(page);
  await page.getByRole('button', { name: 'Place Order' }).click();
  await expect(offer(page, "Notify me when my order's status changes")).toBeVisible();
  expect(calls).toEqual([]);
  await expectAccessible(page);
  await offer(page, "Notify me when my order's status changes").click();
  await expect(page.getByText("You will be notified on this device when your order's status changes.")).toBeFocused();
  expect(calls).toContain('POST /v1/projects/market/registrations');
  await expectAccessible(page);
});

test('saves which push messages are received', async ({ newUser }) => {
  const { page, context } = await newUser();
  await neverAsked(context, 'denied');
  await mockPushService(context);
  await signIn(page, SHOP, newEmail());
  await page.goto(`/#/${SHOP}/profile`);
  const refunds = page.getByRole('group', { name: 'Refunds' }).getByRole('switch', { name: 'Push' });
  await expect(refunds).toBeChecked();
  const saving = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await refunds.click();
  expect((await saving).status()).toBe(200);
  await page.reload();
  await expect(refunds).not.toBeChecked();
  await offer(page, 'Turn on for this device').click();
  await expect(page.getByText(/Notifications are blocked in this browser/)).toBeVisible();
  await expectAccessible(page);
});

test('shows each push message once: as a toast on a visible page, otherwise as a notification', async ({ newUser }) => {
  const { page, context } = await newUser();
  await context.grantPermissions(['notifications']);
  await mockPushService(context);
  await signIn(page, SHOP, newEmail());
  const saving = page.waitForResponse((answer) => answer.url().endsWith(SAVED));
  await page.goto(`/#/${SHOP}/products`);
  await saving;
  const push = await pushLine(page);

  await push(message('user:7#1'));
  const toasts = page.getByText('Order H000004: Accepted by the shop');
  await expect(toasts).toHaveCount(1);
  expect(await shownIn(page)).toEqual([]);

  // No page of the app is open any more.
  const address = page.url();
  await page.goto('about:blank');
  await push(message('user:7#1'));
  await push(message('user:7#2', { body: 'On the way' }));
  await push(message('user:7#2', { body: 'On the way' }));
  await push(message('user:7#3', { body: 'On the way', tag: 'order-5' }));
  await page.goto(address);
  // Each waits for the one before it.
  await expect.poll(async () => (await shownIn(page)).toSorted()).toEqual(['user:7#2', 'user:7#3']);
});

test('notifies a shop of an order once, and a click opens and silences it', async ({ newUser }) => {
  const { page, context } = await newUser();
  await context.grantPermissions(['notifications']);
  await mockPushService(context);
  await signIn(page, SHOP, `vendor@${SHOP}.example`);
  const saving = page.waitForResponse((answer) => answer.url().endsWith(SAVED));
  await page.goto('/#/vendor/dashboard');
  await saving;
  const push = await pushLine(page);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const customer = await newCustomer(page.request, SHOP);
  await customer.order();
  const bar = page.getByRole('region', { name: 'New order' });
  await expect(bar).toBeVisible();
  await expect.poll(() => shownIn(page)).toHaveLength(1);
  const [id = ''] = await shownIn(page);
  expect(id).toMatch(/^shop:\d+#\d+$/);

  // The same order by the other way, then something else.
  await push(message(id, { title: 'Once more' }));
  await push(message('user:7#8'));
  await expect(page.getByText('Order H000004: Accepted by the shop')).toBeVisible();
  await expect(page.getByText(/Once more/)).toHaveCount(0);
  expect(await shownIn(page)).toEqual([id]);

  await clickShown(page);
  await expect(page).toHaveURL(new RegExp(`#/${SHOP}/shop-orders$`));
  await expect(bar).toHaveCount(0);
  expect(await shownIn(page)).toEqual([]);
});

test('offers a shop push messages on this device', async ({ newUser }) => {
  const { page, context } = await newUser();
  await neverAsked(context, 'granted');
  await mockPushService(context);
  await signIn(page, SHOP, `vendor@${SHOP}.example`);
  await page.goto(`/#/${SHOP}/shop-orders`);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.getByRole('button', { name: 'Board settings' }).click();
  await offer(page, 'Notify me of new orders on this device').click();
  await expect(page.getByText("You'll be notified of new orders here, even when Haat is closed.")).toBeVisible();
  await expectAccessible(page);
});
