import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

const APP = '**/static/js/index.*.js';
const TITLES = { en: 'Welcome to Haat', hi: 'हाट में आपका स्वागत है' };

/** Where on the screen the dashboard's parts are, once its cards have come in. Pictures beside the screen come with the app. */
async function places(page: Page): Promise<string[][]> {
  await page.evaluate(async () => void (await document.fonts.ready));
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  return page
    .locator('header img, header p, h1, h1 ~ p, [aria-roledescription] :is(img:not([loading=lazy]), a)')
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
    // The details of the shop fill its header later.
    await page.route('**/api/**', () => {});
    await page.goto('/#/', { waitUntil: 'commit' });

    await expect(page.getByText(title)).toBeVisible();
    await expect(page.locator('section li img').first()).toHaveJSProperty('complete', true);
    // It is a picture: nothing in it can be reached.
    await expect(page.getByRole('heading')).toHaveCount(0);
    const before = await places(page);
    expect(before.length).toBeGreaterThan(8);

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
