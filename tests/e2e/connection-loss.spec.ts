import type { Page } from '@playwright/test';
import { openBreakableConnection } from './support/breakable-connection.ts';
import { FAILED_REQUEST } from './support/failure-screens.ts';
import { newCustomer } from './support/place-orders.ts';
import { openSession } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'arogya-medicals';
const SOON = { timeout: 500 };
const LOST = 'Live connection lost. Please refresh.';

// What the browser itself logs of a lost connection.
test.use({
  allowedConsoleErrors: new RegExp(`${FAILED_REQUEST.source}|WebSocket connection|net::ERR_|^No offline copy`),
});
// One shop, whose orders are counted.
test.describe.configure({ mode: 'default' });

/** Lets so many seconds of the page's time pass; what they begin fails or succeeds in real time. */
async function pass(page: Page, seconds: number): Promise<void> {
  for (let each = 0; each < seconds; each += 5) {
    await page.clock.runFor(5000);
    await page.evaluate(() => fetch('/live').catch(() => undefined));
  }
}

test('a connection that is cut for two minutes loses no order, shows none twice, and is not reported as lost', async ({
  newUser,
  baseURL,
}, testInfo) => {
  const connection = await openBreakableConnection(baseURL ?? '');
  const [{ page: board }, { page: list }] = [await newUser(), await newUser()];
  for (const page of [board, list]) await page.clock.install();
  await signInAt(board, connection.url);
  await signInAt(list, connection.url, 'admin');
  await board.goto(`${connection.url}/#/${SHOP}/shop-orders`);
  await list.goto(`${connection.url}/#/vendor/dashboard`);
  for (const page of [board, list]) await expect(page.getByText('Live', { exact: true })).toBeVisible();
  const customer = await newCustomer(board.request, SHOP);

  connection.cut();
  await expect(board.getByText('Reconnecting…')).toBeVisible();
  const numbers: string[] = [];
  for (let each = 0; each < 5; each++) {
    numbers.push(await customer.order());
    await Promise.all([pass(board, 25), pass(list, 25)]);
  }
  for (const page of [board, list]) await expect(page.getByText(LOST)).toHaveCount(0);
  await expect(board.getByRole('article', { name: `Order ${numbers[0]}` })).toHaveCount(0);

  connection.restore();
  await expect(async () => {
    await Promise.all([pass(board, 5), pass(list, 5)]);
    for (const number of numbers) {
      await expect(board.getByRole('article', { name: `Order ${number}` })).toHaveCount(1, SOON);
      await expect(list.getByRole('listitem').filter({ hasText: `New order ${number}` })).toHaveCount(1, SOON);
    }
  }).toPass({ timeout: 20_000 });
  // A retry also counts the orders of the attempt before.
  await expect(board.getByRole('region', { name: 'New order' })).toContainText(
    testInfo.retry === 0 ? '5 new orders' : /\d+ new orders/,
  );
  await connection.close();
});

test('a connection that does not return is reported as lost, and a tap restores it', async ({ newUser, baseURL }) => {
  const connection = await openBreakableConnection(baseURL ?? '');
  const { page } = await newUser();
  await page.clock.install();
  await signInAt(page, connection.url);
  await page.goto(`${connection.url}/#/${SHOP}/shop-orders`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  connection.cut();
  await pass(page, 240);
  await expect(page.getByText(LOST)).toBeVisible();
  connection.restore();
  await page.getByRole('alert').filter({ hasText: LOST }).getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await expect(page.getByText(LOST)).toHaveCount(0);
  await connection.close();
});

/** Logs in on the page of that origin: stored data belongs to it. */
async function signInAt(page: Page, origin: string, who = 'vendor'): Promise<void> {
  const remembered = await openSession(page, SHOP, `${who}@${SHOP}.example`);
  const localStorage = Object.entries(remembered).map(([name, value]) => ({ name, value }));
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
}
