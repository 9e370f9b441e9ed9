import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { findAccount, vendorOf } from './support/accounts.ts';
import { WITHOUT_APP } from './support/open-contexts.ts';
import { linesOnSale } from './support/place-orders.ts';
import { signIn } from './support/sign-in.ts';
import { stopClock } from './support/stop-clock.ts';
import { expect, test } from './support/test.ts';

const NOW = new Date('2026-11-21T04:30:00Z');
const STEP = 3000;

const list = (page: Page) => page.getByRole('region', { name: 'All shops' });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search products and shops' });
const carousel = (page: Page) => page.locator('section[aria-roledescription]');
const cards = (page: Page) => carousel(page).getByRole('link');
const dots = (page: Page) => carousel(page).locator('[aria-current]');

/** Which card the dots say is shown. */
const current = (page: Page) => dots(page).evaluateAll((all) => all.findIndex((dot) => dot.ariaCurrent === 'true'));

/** The carousel is on screens that are wider than a phone. */
async function makeRoom(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 720) await page.setViewportSize({ width: 820, height: 1180 });
}

/** The dashboard with its clock in our hands, and nothing on its way that a jump of the clock would end. */
async function openDashboard(page: Page): Promise<void> {
  await page.clock.install({ time: NOW });
  await makeRoom(page);
  await page.goto('/#/haat/dashboard');
  await expect(cards(page)).toHaveCount(12);
  await expect(page.getByText(/visits? so far/)).toBeVisible();
}

/** The same with its clock stopped, the first card in its place and the carousel at the beginning of a step. */
async function openStopped(page: Page): Promise<void> {
  await openDashboard(page);
  await dots(page).first().click();
  await stopClock(page);
  // Cards on their way under a finger would pass for a swipe.
  await expect
    .poll(() =>
      carousel(page)
        .getByRole('list')
        .evaluate((track) => track.scrollLeft),
    )
    .toBe(0);
  await carousel(page).getByRole('button', { name: 'Play' }).click();
  await page.mouse.move(1, 1);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
}

test('moves one card on every 3000 ms, and from the last to the first', async ({ quietPage: page }) => {
  await openStopped(page);
  const start = await current(page);
  await page.clock.runFor(STEP - 1);
  expect(await current(page)).toBe(start);
  await page.clock.runFor(1);
  expect(await current(page)).toBe((start + 1) % 12);
  for (let step = 2; step <= 12; step++) {
    await page.clock.runFor(STEP);
    expect(await current(page)).toBe((start + step) % 12);
  }
});

test('pauses while hovered or focused', async ({ quietPage: page, isMobile }) => {
  test.skip(isMobile, 'no pointer to hover with');
  await openStopped(page);
  const start = await current(page);
  await cards(page).nth(start).hover();
  await page.clock.runFor(5 * STEP);
  expect(await current(page)).toBe(start);
  await page.mouse.move(1, 1);
  await page.clock.runFor(STEP);
  expect(await current(page)).toBe((start + 1) % 12);

  await cards(page).nth(start).focus();
  await page.clock.runFor(5 * STEP);
  expect(await current(page)).toBe((start + 1) % 12);
});

test('pauses while touched, and continues when the touch scrolled the page', async ({ quietPage: page, isMobile }) => {
  test.skip(!isMobile, 'no touch screen');
  await openStopped(page);
  const start = await current(page);
  await carousel(page).evaluate((section) => section.scrollIntoView({ block: 'center' }));
  const box = (await carousel(page).boundingBox())!;
  const finger = await page.context().newCDPSession(page);
  const at = { x: box.x + 80, y: box.y + 80 };
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await page.clock.runFor(5 * STEP);
  expect(await current(page)).toBe(start);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ ...at, y: at.y - 60 }] });
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.clock.runFor(STEP);
  expect(await current(page)).toBe((start + 1) % 12);
});

test('pauses while the visitor searches', async ({ quietPage: page }) => {
  await openStopped(page);
  const start = await current(page);
  await search(page).fill('dairy');
  await page.clock.runFor(5 * STEP);
  expect(await current(page)).toBe(start);
  await search(page).fill('');
  await page.clock.runFor(STEP);
  expect(await current(page)).toBe((start + 1) % 12);
});

test('has dots that are large enough to tap', async ({ quietPage: page, isMobile }) => {
  await openDashboard(page);
  for (const width of isMobile ? [720, 820] : [1280]) {
    await page.setViewportSize({ width, height: 844 });
    const boxes = await dots(page).evaluateAll((all) =>
      all.map((dot) => dot.getBoundingClientRect().toJSON() as DOMRect),
    );
    for (const box of boxes) {
      expect(box.width).toBeGreaterThanOrEqual(44);
      expect(box.height).toBeGreaterThanOrEqual(44);
      expect(box.right).toBeLessThanOrEqual(width);
    }
  }
});

test('does not move with reduced motion, and stays at the card that was chosen', async ({ quietPage: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openDashboard(page);
  await expect(carousel(page).getByRole('button', { name: 'Play' })).toBeVisible();
  await page.clock.runFor(4 * STEP);
  expect(await current(page)).toBe(0);
  await dots(page).nth(5).click();
  await page.clock.runFor(4 * STEP);
  expect(await current(page)).toBe(5);
});

test('starts with the search, then lists each shop once, with the carousel below on wide screens', async ({
  quietPage: page,
  isMobile,
}) => {
  // Other tests may have created more than the twelve of the demo market.
  const shops = ((await (await page.request.get('/api/shops')).json()) as unknown[]).length;
  await page.goto('/#/haat/dashboard');
  await expect(list(page).getByRole('link')).toHaveCount(shops);
  await expect(search(page)).toBeInViewport({ ratio: 1 });
  await expect(list(page).getByRole('link').first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/visits? so far/)).toBeVisible();
  await expect(cards(page)).toHaveCount(isMobile ? 0 : 12);
  const links = page.getByRole('main').locator('a[href$="/products"]');
  await expect(links).toHaveCount(isMobile ? shops : shops + 12);
  const ends = (await list(page).boundingBox())!;
  if (!isMobile) expect((await carousel(page).boundingBox())!.y).toBeGreaterThan(ends.y + ends.height);
  for (const link of await list(page).getByRole('link').all()) {
    await expect(link).toContainText(
      /(Open Now|Closed\s?Opens (tomorrow, )?\d|Not taking orders).*(Min\. order ₹\d|No minimum)/,
    );
  }
  // The emoji of each shop, as a drawing.
  const signs = await list(page)
    .locator('img[src*="/signs/"]')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).alt));
  expect(new Set(signs).size).toBeGreaterThanOrEqual(12);
});

test('sets its cards 24 px apart, and lets them enter 0.1 s one after the other', async ({ quietPage: page }) => {
  await makeRoom(page);
  await page.goto('/#/haat/dashboard');
  await expect(cards(page)).toHaveCount(12);
  await expect(carousel(page).getByRole('list')).toHaveCSS('column-gap', '24px');
  const delays = await carousel(page)
    .getByRole('listitem')
    .evaluateAll((items) => items.map((item) => getComputedStyle(item).animationDelay));
  expect(delays.map(parseFloat)).toEqual(delays.map((_, at) => at / 10));
});

test(
  'looks for the picture of a shop as jpeg, jpg and png, then takes the logo',
  { tag: '@any-width' },
  async ({ page }) => {
    const asked: string[] = [];
    await page.route(/\/images\/shops\/(\d+\/)?ganesh-kirana\./, (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({ status: 404 });
    });
    await page.goto('/#/ganesh-kirana/products');
    await expect(page.locator('header img')).toHaveAttribute('src', /logo\.png$/);
    const names = ['240/ganesh-kirana.jpeg', 'ganesh-kirana.jpeg', 'ganesh-kirana.jpg', 'ganesh-kirana.png'];
    expect([...new Set(asked)]).toEqual(names.map((name) => `/images/shops/${name}`));
  },
);

test('only logs that a visit was not counted', { tag: '@any-width' }, async ({ page }) => {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  await page.route('**/api/analytics/**', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/#/haat/dashboard');
  await expect(list(page).getByRole('link').first()).toBeVisible();
  await expect.poll(() => logged.some((text) => text.startsWith('Error logging visit'))).toBe(true);
  await expect(page.getByText(/visits? so far/)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('keeps the language that was chosen', { tag: '@any-width' }, async ({ quietPage: page }) => {
  await page.goto('/#/haat/dashboard');
  await page.getByRole('button', { name: 'हिन्दी', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
  await page.reload();
  await expect(page.getByRole('button', { name: 'English', exact: true })).toBeVisible();
});

const CARD = {
  address: 'Main road',
  time_zone: 'Asia/Kolkata',
  paused: false,
  minordervalue: 120,
  sign: { picture: 'shop', emoji: '🏪' },
  picture: null,
};
const OTHER_SHOPS = [
  { ...CARD, id: 1, slug: 'asha-tea', name: 'Asha Tea', trade: 'Tea', open_time: null, close_time: null, open: true },
  { ...CARD, id: 2, slug: 'raju', name: null, trade: null, open_time: '09:00', close_time: '21:00', open: false },
];

test('shows an installation’s own shops to a visitor without a location', async ({ page }) => {
  await page.clock.setFixedTime(new Date('2026-11-21T20:00:00Z'));
  await page.route('**/api/shops', (route) => route.fulfill({ json: OTHER_SHOPS }));
  await page.goto('/#/haat/dashboard');
  const [tea, raju] = [list(page).getByRole('link').nth(0), list(page).getByRole('link').nth(1)];
  await expect(tea).toHaveText('Asha TeaTea · Main roadOpen NowMin. order ₹120');
  await expect(raju).toHaveText('RajuMain roadClosedOpens 9:00 AMMin. order ₹120');
  await expect(page.getByText('Enable location access for shops near you.')).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText('Ganesh');
  await expect(raju.locator('img[src="/images/signs/shop.svg"]').first()).toHaveJSProperty('complete', true);

  await page.goto('/#/qr-codes');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('img', { name: 'QR code of Asha Tea' })).toBeVisible();

  // Without a connection the shops of the last visit are there.
  await page.unroute('**/api/shops');
  await page.route('**/api/**', (route) => route.abort());
  await page.goto('/#/haat/dashboard');
  await page.reload();
  await expect(list(page).getByRole('link')).toHaveCount(2);
});

test('shows that an installation has no shops yet, and leads its operator to the form for the first one', async ({
  newUser,
}) => {
  const [visitor, operator] = [await newUser(), await newUser()];
  await signIn(operator.page, 'haat', 'operator@haat.example');
  for (const { page } of [visitor, operator]) {
    await page.route('**/api/shops', (route) => route.fulfill({ json: [] }));
    await page.goto('/#/haat/dashboard');
  }
  await expect(visitor.page.getByText('No shops have joined yet. Please come back soon.')).toBeVisible();
  await operator.page.getByRole('link', { name: 'Create a shop' }).click();
  await expect(operator.page.getByRole('heading', { level: 1, name: 'Shops' })).toBeVisible();
});

const SHOP = 'arogya-medicals';

test('shows a running order, and its status as it changes', { tag: '@any-width' }, async ({ quietPage: page }) => {
  await signIn(page, SHOP, `running-${randomUUID()}@haat.example`);
  await page.goto(WITHOUT_APP);
  const { orderId, orderNumber } = await placeOrder(page);
  await page.goto('/#/haat/dashboard');
  const order = page.getByRole('region', { name: 'Your running order' }).getByRole('link');
  await expect(order).toHaveText(new RegExp(`Order ${orderNumber}.*Arogya Medicals.*Waiting for the shop`));
  await expect(order).toBeInViewport();

  const vendor = await findAccount(vendorOf(SHOP));
  const headers = { authorization: `Bearer ${vendor?.authToken}` };
  await expect(
    await page.request.patch(`/api/orders/${orderId}/status`, { headers, data: { status: 'Accepted' } }),
  ).toBeOK();
  await expect(order).toContainText('Accepted');
  await order.click();
  await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible();
});

async function placeOrder(page: Page): Promise<{ orderId: number; orderNumber: string }> {
  const token = await page.evaluate(() => localStorage.getItem('authToken'));
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() };
  const [line] = await linesOnSale(page.request, SHOP);
  const data = { items: [line], total: line?.price, address: null, paymentMethod: 'cod', takeaway: true };
  const answer = await page.request.post('/api/orders', { headers, data });
  expect(answer.status(), await answer.text()).toBe(201);
  return (await answer.json()) as { orderId: number; orderNumber: string };
}

test('installs the app from the offer of the browser', { tag: '@any-width' }, async ({ quietPage: page }) => {
  // As the browser makes it: once, here before the app has started.
  await page.route('**/static/js/index.*.js', async (route) => {
    await page.evaluate(() => {
      const prompt = () => Promise.resolve(Object.assign(window, { isAsked: true }));
      window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }));
    });
    await route.continue();
  });
  await page.goto('/#/haat/dashboard');
  const button = page.getByRole('button', { name: 'Install Haat' });
  await button.click();
  await expect(button).toHaveCount(0);
  expect(await page.evaluate(() => 'isAsked' in window)).toBe(true);
  await expect(page.getByText('v1.0 · updated 2025-08-14')).toBeVisible();
});
