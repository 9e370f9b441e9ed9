import type { BrowserContext, Page } from '@playwright/test';
import { vendorOf } from './support/accounts.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'malnad-dairy';

/** Takes from the browser what the oldest browsers (README.md, Browsers) lack, before any script runs. */
async function makeOld(target: BrowserContext | Page): Promise<void> {
  await target.addInitScript(() => {
    const newer: [object | undefined, string[]][] = [
      [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
      [Array, ['fromAsync']],
      [AbortSignal, ['timeout', 'any']],
      [Object, ['groupBy']],
      [Map, ['groupBy']],
      [Map.prototype, ['getOrInsert', 'getOrInsertComputed']],
      [Promise, ['withResolvers', 'try']],
      [URL, ['parse', 'canParse']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [
        Set.prototype,
        ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
      ],
      [Intl, ['Segmenter', 'DurationFormat']],
      [RegExp, ['escape']],
      [Math, ['sumPrecise', 'f16round']],
      [Error, ['isError']],
      [Uint8Array, ['fromBase64', 'fromHex']],
      [Uint8Array.prototype, ['toBase64', 'toHex']],
      [Document.prototype, ['startViewTransition']],
      [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
      [Element.prototype, ['checkVisibility', 'setHTML', 'setHTMLUnsafe', 'getHTML', 'moveBefore']],
      [
        globalThis,
        [
          'Iterator',
          'OffscreenCanvas',
          'CompressionStream',
          'DecompressionStream',
          'scheduler',
          'navigation',
          'requestIdleCallback',
          'cancelIdleCallback',
        ],
      ],
    ];
    for (const [owner, names] of newer) for (const name of names) if (owner) Reflect.deleteProperty(owner, name);
    const iterator = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object;
    for (const name of Object.getOwnPropertyNames(iterator))
      if (name !== 'constructor') Reflect.deleteProperty(iterator, name);
  });
}

test('the screens of customers work in the oldest browsers', async ({ newUser }) => {
  const { page } = await newUser();
  await makeOld(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'All shops' }).getByRole('link').first()).toBeVisible();
  expect(await page.evaluate(() => 'fromAsync' in Array)).toBe(false);
  await page.goto(`/#/${SHOP}/products`);
  await page.getByRole('article').first().getByRole('button', { name: /^Add/ }).click();
  await page.goto(`/#/${SHOP}/order`);
  await expect(page.getByRole('button', { name: 'Place Order' })).toBeVisible();
  await page.goto(`/#/${SHOP}/login`);
  await expect(page.getByLabel('Email or mobile number')).toBeVisible();
});

test('the board and the products of a shop work in the oldest browsers', async ({ newUser }) => {
  const { page } = await newUser();
  await makeOld(page);
  await signIn(page, SHOP, vendorOf(SHOP));
  await page.goto(`/#/${SHOP}/shop-orders`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await page.goto(`/#/${SHOP}/admin/add-product`);
  await expect(page.getByLabel('Product name')).toBeVisible();
});

test('older browsers are told in both languages which one they need', async ({ browser, baseURL }) => {
  // The policy of the page names its styles by their hash.
  const context = await browser.newContext({ baseURL, bypassCSP: true, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const answer = await route.fetch();
    const body = await answer.text();
    expect(body).toContain('selector(:has(a))');
    return route.fulfill({ response: answer, body: body.replace('selector(:has(a))', 'selector(:unknown(a))') });
  });
  await page.goto('/');
  const notice = page.getByRole('alert').filter({ hasText: 'Haat needs a newer browser.' });
  await expect(notice).toContainText('Haat के लिए नया ब्राउज़र चाहिए।');
  expect(await notice.boundingBox()).toMatchObject({ x: 0, y: 0, ...page.viewportSize() });
  await context.close();
});
