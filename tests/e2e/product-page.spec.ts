import { expectNoSidewaysScroll } from './support/narrow-viewport.ts';
import { expect, test } from './support/test.ts';

const CATALOG = '/#/udupi-tiffin/products';

test('a card leads to the page of the product, and Back to the same place', async ({ quietPage: page }) => {
  await page.goto('/#/ganesh-kirana/products');
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();
  await cards.last().scrollIntoViewIfNeeded();
  const name = await cards.last().getByRole('heading').textContent();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
  // By its picture, which is no link of its own for the keyboard.
  await cards.last().locator('img').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
  await expect(page).toHaveTitle(`${name} · Haat`);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Explore Fresh Picks' })).toBeVisible();
  // The card, not the offset: categories that were never on the screen have an estimated height only.
  await expect(cards.last()).toBeInViewport();
  await cards
    .last()
    .getByRole('link', { name: name ?? '' })
    .click();
  await page.getByRole('link', { name: /All products of/ }).click();
  await expect(cards.last()).toBeInViewport();
});

test('shows pictures, variants and declarations, and fills the cart', async ({ quietPage: page, isMobile }) => {
  await page.goto(CATALOG);
  await page.getByRole('link', { name: 'Masala dosa', exact: true }).click();
  const stage = page.getByRole('group', { name: /Masala dosa, picture/ });
  await expect(stage).toHaveAccessibleName('Masala dosa, picture 1 of 3');
  await expect(stage.getByRole('img').first()).toBeInViewport();
  await page.getByRole('button', { name: 'Masala dosa, picture 3 of 3' }).click();
  await expect(stage.getByRole('img').nth(2)).toBeInViewport({ ratio: 0.9 });
  await stage.focus();
  await page.keyboard.press('Home');
  await expect(stage.getByRole('img').first()).toBeInViewport({ ratio: 0.9 });
  await expect(stage).toHaveAccessibleName('Masala dosa, picture 1 of 3');
  if (isMobile) await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Add Masala dosa', exact: true }).click();
  const prices = page.getByRole('region', { name: 'Prices' });
  await expect(prices.getByRole('group', { name: 'Masala dosa' })).toContainText('1');
  await expect(page.getByRole('link', { name: 'View Cart' })).toBeVisible();
});

test('opens by its address alone', async ({ quietPage: page, request }) => {
  const shop = (await (await request.get('/api/shops/ganesh-kirana')).json()) as { id: number };
  const products = (await (await request.get(`/api/products?shopId=${shop.id}`)).json()) as {
    id: number;
    name: string;
  }[];
  const rice = products.find(({ name }) => name === 'Basmati rice');
  await page.goto(`/#/ganesh-kirana/products/${rice?.id}`);
  await expect(page.getByRole('heading', { name: 'Basmati rice', level: 1 })).toBeVisible();
  await expect(page.getByText('Demo Foods')).toBeVisible();
  await expect(page.getByText('10000000000000')).toBeVisible();
  await page.getByRole('link', { name: /All products of/ }).click();
  await expect(page.getByRole('heading', { name: 'Explore Fresh Picks' })).toBeVisible();

  // Another shop does not sell it.
  await page.goto(`/#/nandi-vegetables/products/${rice?.id}`);
  await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible();
});

test.describe('a product that does not exist', () => {
  test.use({ allowedConsoleErrors: /404/ });

  test('leads back to the products of the shop', { tag: '@any-width' }, async ({ quietPage: page }) => {
    await page.goto('/#/ganesh-kirana/products/999999');
    await expect(page.getByRole('heading', { name: 'Product not found' })).toBeVisible();
    await page.getByRole('link', { name: 'Show all products' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});
