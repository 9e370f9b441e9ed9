import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const APP = '**/static/js/index.*.js';
const TITLES = { en: 'Welcome to Haat', hi: 'हाट में आपका स्वागत है' };

/** Where on the screen the parts of the landing page are. */
async function places(page: Page): Promise<string[][]> {
  await page.evaluate(async () => void (await document.fonts.ready));
  return page
    .locator('header img, header p, h1, search, h1 ~ div *, [aria-busy] span')
    .evaluateAll((parts) => parts.map((part) => [part.tagName, JSON.stringify(part.getBoundingClientRect())]));
}

const stillness = { reducedMotion: 'reduce' } as const;

for (const [language, title] of Object.entries(TITLES)) {
  test(`shows the dashboard before the app has loaded, without a layout shift afterwards, in ${language}`, async ({
    quietPage: page,
  }) => {
    await page.emulateMedia(stillness);
    await page.addInitScript((chosen) => localStorage.setItem('language', chosen), language);
    const app = Promise.withResolvers<void>();
    await page.route(APP, (route) => app.promise.then(() => route.continue()));
    // The shops, and the details in the header, come later.
    await page.route('**/api/**', () => {});
    await page.goto('/#/', { waitUntil: 'commit' });

    await expect(page.getByText(title)).toBeVisible();
    await expect(page.locator('search')).toBeInViewport({ ratio: 1 });
    // It is a picture: nothing in it can be reached.
    await expect(page.getByRole('heading')).toHaveCount(0);
    const before = await places(page);
    expect(before.length).toBeGreaterThan(20);

    app.resolve();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    expect(await places(page)).toEqual(before);
  });
}

test('shows no first view on other screens', async ({ quietPage: page }) => {
  const app = Promise.withResolvers<void>();
  await page.route(APP, (route) => app.promise.then(() => route.continue()));
  await page.goto('/#/nandi-vegetables/products', { waitUntil: 'commit' });
  await expect(page.locator('#root > *')).toBeVisible();
  await expect(page.getByText(TITLES.en)).toHaveCount(0);
  app.resolve();
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('requests the shops before the app has loaded, once', async ({ quietPage: page }) => {
  const app = Promise.withResolvers<void>();
  await page.route(APP, (route) => app.promise.then(() => route.continue()));
  let requests = 0;
  page.on('request', (request) => (requests += Number(new URL(request.url()).pathname === '/api/shops')));
  const answer = page.waitForResponse('**/api/shops');
  await page.goto('/#/', { waitUntil: 'commit' });
  await answer;
  app.resolve();
  await expect(page.getByRole('region', { name: 'All shops' }).getByRole('link').first()).toBeVisible();
  expect(requests).toBe(1);
});

for (const saveData of [false, true]) {
  test(`fetches the next screen ahead ${saveData ? 'not where the user saves data' : 'once the page has loaded'}`, async ({
    quietPage: page,
  }) => {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: value } });
    }, saveData);
    await page.goto('/#/');
    await expect(page.getByRole('heading', { name: 'All shops' })).toBeVisible();
    await page.waitForTimeout(2500);
    expect((await page.locator('link[rel=prefetch]').count()) > 0).toBe(!saveData);
  });
}

test('names the files of the app before the styles and first views that are in the page', async ({ request }) => {
  const page = await (await request.get('/')).text();
  const files = [...page.matchAll(/<link rel="modulepreload" data-app/g)].map(({ index }) => index);
  expect(files.length).toBeGreaterThan(2);
  expect(Math.max(...files)).toBeLessThan(page.indexOf('<style>'));
});
