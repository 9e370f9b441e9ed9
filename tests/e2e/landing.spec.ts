import { stopClock } from './support/stop-clock.ts';
import { expect, test } from './support/test.ts';
import type { Page } from '@playwright/test';

const NOW = new Date('2026-11-21T04:30:00Z');
const STEP = 3000;

const carousel = (page: Page) => page.locator('section[aria-roledescription]');
const cards = (page: Page) => carousel(page).getByRole('link');
const dots = (page: Page) => carousel(page).locator('[aria-current]');

/** Which card the dots say is shown. */
const current = (page: Page) => dots(page).evaluateAll((all) => all.findIndex((dot) => dot.ariaCurrent === 'true'));

/** The dashboard with its clock in our hands, and nothing on its way that a jump of the clock would end. */
async function openDashboard(page: Page): Promise<void> {
  await page.clock.install({ time: NOW });
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

test('waits under the pointer and the focus', async ({ quietPage: page, isMobile }) => {
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

test('sets its cards 24 px apart, and lets them enter 0.1 s one after the other', async ({ quietPage: page }) => {
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
  await expect(cards(page)).toHaveCount(12);
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
