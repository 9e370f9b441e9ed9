import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { letTimePass, timeLeft } from './support/let-time-pass.ts';
import { openNewShop } from './support/open-shop.ts';
import { DELIVERY, linesOnSale, newCustomer } from './support/place-orders.ts';
import { countSounds, pagesPlayingSound } from './support/count-sounds.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';
import { textsOf } from './support/texts.ts';

/** One for each width: both may be tried at the same time. */
const shop = () => (test.info().project.name === 'phone' ? 'coastal-fish-mart' : 'udupi-tiffin');
// The board also loads its orders again every 60 s: orders that are shown earlier came over the live connection.
const LIVE = { timeout: 10_000 };

// One shop, whose orders are counted.
test.describe.configure({ mode: 'default' });

const card = (page: Page, number: string) => page.getByRole('article', { name: `Order ${number}` });
const bar = (page: Page) => page.getByRole('region', { name: 'New order' });

async function openBoard(page: Page, who = 'vendor'): Promise<void> {
  await signIn(page, shop(), `${who}@${shop()}.example`);
  await page.goto(`/#/${shop()}/shop-orders`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

for (const language of ['en', 'hi'] as const)
  test(`its tools stand beside the links to the other screens of orders, in ${language}`, async ({
    quietPage: page,
  }) => {
    const t = textsOf(language);
    await page.setViewportSize({ width: 1200, height: 800 });
    await signIn(page, shop(), `vendor@${shop()}.example`, language);
    await page.goto(`/#/${shop()}/shop-orders`);
    const links = page.getByRole('navigation', { name: t('backOffice.place.orders') }).getByRole('link');
    const right = async () => {
      const { x, width } = (await links.last().boundingBox())!;
      return x + width;
    };
    const search = page.getByRole('searchbox');
    await expect(search).toBeVisible();
    expect(await right()).toBeLessThan((await search.boundingBox())!.x);
    await page.getByRole('button', { name: t('shopOrders.settings') }).click();
  });

test('two devices show a new order at once, agree on its status, and one tap silences both', async ({ newUser }) => {
  const [{ page: counter }, { page: kitchen }] = [await newUser(), await newUser()];
  await openBoard(counter);
  await openBoard(kitchen, 'admin');
  await kitchen.goto('/#/vendor/dashboard');
  await expect(kitchen.getByText('Live', { exact: true })).toBeVisible();
  const customer = await newCustomer(counter.request, shop());

  const [first, second] = [await customer.order(), await customer.order()];
  await expect(card(counter, second)).toBeVisible(LIVE);
  await expect(bar(counter)).toContainText('2 new orders');
  await expect(bar(kitchen)).toContainText('2 new orders', LIVE);
  expect(await kitchen.title()).toMatch(/^\(2\) /);
  await bar(kitchen).getByRole('link', { name: 'View' }).click();
  await expect(kitchen).toHaveURL(/shop-orders/);
  await expect(bar(counter)).toHaveCount(0, LIVE);
  expect(await counter.title()).not.toMatch(/^\(/);

  // A step silences, too.
  const third = await customer.order();
  await expect(bar(counter)).toContainText('1 new order', LIVE);
  await card(kitchen, third).getByRole('button', { name: 'Mark as Accepted' }).click();
  await kitchen.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  const accepted = counter.getByRole('region', { name: 'Accepted' });
  await expect(accepted.getByRole('article', { name: `Order ${third}` })).toBeAttached(LIVE);
  await expect(bar(counter)).toHaveCount(0, LIVE);
  await counter.getByRole('button', { name: `More for order ${third}` }).press('Enter');
  await expect(counter.getByRole('dialog')).toContainText(/Accepted by .+, (just now|1 minute ago)/);
  await counter.keyboard.press('Escape');

  // Both press the same button: the slower one is shown who was first, and the current status.
  await card(counter, first).getByRole('button', { name: 'Mark as Accepted' }).click();
  await card(kitchen, first).getByRole('button', { name: 'Mark as Accepted' }).click();
  await kitchen.evaluate(() => window.dispatchEvent(new Event('pagehide')));
  await expect(counter.getByText(new RegExp(`${first} was already marked as Accepted by`))).toBeVisible();
  await expect(card(counter, first).getByRole('button', { name: 'Mark as Ready for pickup' })).toBeVisible();
});

test('a status change can be undone; one whose tab is closed is saved', async ({ newUser }) => {
  const { page, context } = await newUser();
  await openBoard(page);
  const number = await (await newCustomer(page.request, shop())).order();
  const mark = (on: Page) => card(on, number).getByRole('button', { name: 'Mark as Accepted' });
  let sent = 0;
  page.on('request', (request) => (sent += request.method() === 'PATCH' ? 1 : 0));
  await mark(page).click();
  await card(page, number).getByRole('button', { name: 'Undo' }).click();
  await expect(mark(page)).toBeVisible();
  expect(sent).toBe(0);
  await mark(page).click();
  await expect(card(page, number).getByRole('button', { name: 'Marked as Accepted' })).toBeVisible();
  await page.close();

  const again = await context.newPage();
  await again.goto(`/#/${shop()}/shop-orders?search=${number}`);
  await expect(card(again, number).getByText('Accepted', { exact: true })).toBeVisible();
});

test('only one of two tabs rings, until the orders are acknowledged', async ({ newUser }) => {
  const { page: left, context } = await newUser();
  await countSounds(context);
  await openBoard(left);
  await left.getByRole('button', { name: 'Enable sound' }).click();
  const right = await context.newPage();
  await right.goto('/#/vendor/dashboard');
  await expect(right.getByText('Live', { exact: true })).toBeVisible();
  await right.getByRole('heading', { level: 1 }).click();
  const customer = await newCustomer(left.request, shop());
  await customer.order();
  await expect(bar(right)).toBeVisible(LIVE);
  await expect.poll(() => pagesPlayingSound([left, right])).toBe(1);
  // The one that rings is closed: the other goes on.
  const isLeft = (await pagesPlayingSound([left])) === 1;
  const other = isLeft ? right : left;
  await (isLeft ? left : right).close();
  await expect.poll(() => pagesPlayingSound([other])).toBe(1);
  await bar(other).getByRole('button', { name: 'Silence' }).click();
  await expect.poll(() => pagesPlayingSound([other])).toBe(0);
});

test.describe('after a reload', () => {
  // The board tries to play the sound without a tap, which some devices allow; Chromium logs a warning.
  test.use({ allowedConsoleErrors: /AudioContext was not allowed to start/ });

  test('no order ends unseen: it counts down, rings again although it was silenced, and leaves a line', async ({
    newUser,
  }) => {
    const { page: counter, context } = await newUser();
    await countSounds(context);
    await openBoard(counter);
    await counter.getByRole('button', { name: 'Enable sound' }).click();
    const customer = await newCustomer(counter.request, shop());
    const number = await customer.order(DELIVERY);
    await expect(bar(counter)).toContainText('1 new order', LIVE);
    await bar(counter).getByRole('button', { name: 'Silence (1)' }).click();
    await expect.poll(() => pagesPlayingSound([counter])).toBe(0);

    // Of the day of opening time that the demo shops have, 90 seconds are left.
    const left = await timeLeft(number);
    await letTimePass(number, left - 1.5);
    await expect(bar(counter)).toContainText('1 order expires soon', { timeout: 30_000 });
    await expect(card(counter, number).getByRole('timer')).toHaveText(/^[01]:\d\d left$/);
    await expect.poll(() => pagesPlayingSound([counter])).toBe(1);
    await bar(counter).getByRole('button', { name: 'Silence (1)' }).click();
    await expect.poll(() => pagesPlayingSound([counter])).toBe(0);

    await letTimePass(number, 2);
    const line = counter.getByRole('alert', { name: 'Orders that expired' });
    await expect(line).toContainText(`Order ${number} expired: nobody accepted it.`, { timeout: 30_000 });
    await expect(card(counter, number)).toHaveCount(0, LIVE);
    await counter.reload();
    await expect(line).toContainText(number);
    await expect(line.getByRole('link', { name: /^Call / })).toHaveAttribute('href', /^tel:\+91\d{10}$/);
    await expectAccessible(counter);
    // Another device of the shop.
    const { page: kitchen } = await newUser();
    await openBoard(kitchen, 'admin');
    const there = kitchen.getByRole('alert', { name: 'Orders that expired' });
    await there.getByRole('button', { name: `OK, I have read about order ${number}` }).click();
    await expect(line).toHaveCount(0, LIVE);
  });

  test('says that the sound waits for a tap', async ({ quietPage: page }) => {
    await openBoard(page);
    await page.getByRole('button', { name: 'Enable sound' }).click();
    await expect(bar(page)).toHaveCount(0);
    await page.reload();
    const hint = page.getByText('Tap anywhere to allow sound.');
    await expect(page.getByText('Live', { exact: true })).toBeVisible();
    if (await hint.isVisible()) await expectAccessible(page);
    await page.getByText('Live', { exact: true }).click();
    await expect(hint).toHaveCount(0);
  });
});

test('the board can be used by keyboard, and finds orders by search', async ({ quietPage: page }) => {
  await openBoard(page);
  const customer = await newCustomer(page.request, shop());
  const [first, second] = [await customer.order(), await customer.order()];
  await expect(card(page, second)).toBeVisible();
  await page.getByRole('button', { name: /^Accepted \d/ }).click();
  await expect(page).toHaveURL(/tab=accepted/);
  await page.reload();
  await page.getByRole('button', { name: /^Pending \d/ }).click();
  await card(page, second).focus();
  await page.keyboard.press('k');
  await expect(card(page, first)).toBeFocused();
  await page.keyboard.press('j');
  await expect(card(page, second)).toBeFocused();
  await expect(card(page, second).locator('[data-advance]')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(card(page, first).getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.keyboard.press('u');
  await expect(card(page, first).getByRole('button', { name: 'Mark as Accepted' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card(page, first)).toBeFocused();

  await page.keyboard.press('d');
  const decline = page.getByRole('dialog', { name: `Decline order ${first}?` });
  await expect(decline).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('ArrowDown');
  await expect(decline.getByRole('radio', { name: 'Too busy right now' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(card(page, first).getByRole('button', { name: 'Undo' })).toBeVisible();
  await card(page, first).focus();
  await page.keyboard.press('u');
  await expect(card(page, first).getByRole('button', { name: 'Mark as Accepted' })).toBeVisible();

  await page.getByRole('button', { name: 'Search' }).click();
  await page.keyboard.press('/');
  await page.keyboard.type(first);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(card(page, first)).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/search=/);
});

test('shows four orders of two lines each at once on a phone', async ({ quietPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { slug } = await openNewShop(page, [
    { name: 'Test toor dal', price: 180, stock: 50 },
    { name: 'Test basmati rice', price: 640, stock: 50 },
  ]);
  const items = await linesOnSale(page.request, slug);
  expect(items).toHaveLength(2);
  const total = items.reduce((sum, { price }) => sum + price, 0);
  const customer = await newCustomer(page.request, slug);
  for (let each = 0; each < 5; each++) await customer.order({ items, total });
  await page.goto(`/#/${slug}/shop-orders`);
  await bar(page).getByRole('button', { name: 'Silence' }).click();
  const tickets = page.locator('[data-lane=pending]').getByRole('article');
  await expect(tickets).toHaveCount(5);
  const fourth = tickets.nth(3);
  const primary = fourth.locator('[data-advance]');
  await expect(primary).toBeInViewport({ ratio: 1 });
  const edge = (await page.getByRole('navigation', { name: 'Back office' }).boundingBox())?.y ?? 0;
  const { y = 0, height = 0 } = (await primary.boundingBox()) ?? {};
  expect(y + height, 'above the navigation').toBeLessThanOrEqual(edge);
  expect(height).toBeGreaterThanOrEqual(44);
  const line = fourth.getByRole('listitem').first();
  expect(await line.evaluate((element) => getComputedStyle(element).fontSize)).toBe('16px');
});

test('a lane of many orders keeps its place when an order comes, and says so', async ({ quietPage: page }) => {
  await openBoard(page);
  const customer = await newCustomer(page.request, shop());
  for (let each = 0; each < 55; each++) await customer.order();
  // The orders that this device knew are shown immediately, the others count as new.
  const loaded = page.waitForResponse(/group=open/);
  await page.reload();
  await loaded;
  const tickets = page.locator('[data-lane=pending]').getByRole('article');
  await expect(tickets).toHaveCount(40);
  const news = page.getByRole('button', { name: /^\d+ new orders?$/ });
  const countNew = async () => ((await news.count()) === 0 ? 0 : Number.parseInt(await news.innerText(), 10));
  const middle = tickets.nth(30);
  const number = (await middle.getAttribute('aria-label'))?.replace('Order ', '') ?? '';
  await card(page, number).focus();
  await card(page, number).scrollIntoViewIfNeeded();
  const before = (await card(page, number).boundingBox())?.y ?? 0;
  const known = await countNew();
  const newest = await customer.order();
  await expect.poll(countNew, LIVE).toBe(known + 1);
  await expect(card(page, number)).toBeFocused();
  const after = (await card(page, number).boundingBox())?.y ?? 0;
  expect(Math.abs(after - before)).toBeLessThan(1);
  await news.click();
  // The lane adds tickets as they are scrolled to.
  await expect(async () => {
    await tickets.last().scrollIntoViewIfNeeded();
    expect(await card(page, newest).count()).toBe(1);
  }).toPass(LIVE);
  await card(page, newest).scrollIntoViewIfNeeded();
  await expect(card(page, newest)).toBeInViewport();
});
