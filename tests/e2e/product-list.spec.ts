import { addProducts } from './support/add-products.ts';
import { freshBarcode } from './support/product-barcode.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'saraswati-stationers';

test('a vendor finds a product, changes its stock, hides it and brings it back', async ({ newUser }) => {
  const [{ page }, { page: catalog }] = [await newUser(), await newUser()];
  await signIn(page, SHOP, `vendor@${SHOP}.example`);
  await page.goto(`/#/${SHOP}/admin/products`);
  const products = page.getByRole('table').locator('tbody');
  const first = products.first();
  const name = (await first.getByRole('link').textContent()) ?? '';

  const search = page.getByRole('searchbox');
  await search.fill(name);
  await expect(products).toHaveCount(1);

  await catalog.goto(`/#/${SHOP}/products`);
  const card = catalog.getByRole('heading', { name, exact: true });
  await expect(card).toBeVisible();

  const stock = first.getByRole('textbox', { name: /^Stock:/ }).first();
  const saved = page.waitForResponse((answer) => /\/variants\/\d+\/stock$/.test(answer.url()));
  await stock.fill('77');
  await stock.press('Enter');
  expect((await saved).status()).toBe(200);
  await expect(stock).toHaveValue('77');

  const hidden = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await first.getByRole('switch', { name: 'On sale' }).click();
  expect((await hidden).status()).toBe(200);
  await expect(card, 'gone from the catalog that a customer looks at').toHaveCount(0);

  await first.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(products).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(first.getByRole('switch', { name: 'On sale' })).not.toBeChecked();
  await first.getByRole('switch', { name: 'On sale' }).click();
  await expect(card).toBeVisible();
});

test('a vendor edits prices by keyboard, row by row, and is asked before one is free', async ({ quietPage: page }) => {
  const mark = `Keyed ${freshBarcode()}`;
  await addProducts(page, SHOP, [
    { name: `${mark} A`, variants: [{ unit: 'kg', price: 120 }] },
    {
      name: `${mark} B`,
      variants: [
        { unit: '500 g', price: 40 },
        { unit: 'kg', price: 75 },
      ],
    },
  ]);
  await signIn(page, SHOP, `vendor@${SHOP}.example`);
  await page.goto(`/#/${SHOP}/admin/products?q=${encodeURIComponent(mark)}`);
  const prices = page.getByRole('textbox', { name: /^Price in rupees/ });
  await expect(prices).toHaveCount(3);

  await prices.nth(0).click();
  await page.keyboard.type('1,250');
  await page.keyboard.press('Enter');
  const question = page.getByRole('alert').filter({ hasText: '₹1,250.00 instead of ₹120.00: is that right?' });
  await expect(question).toBeVisible();
  const notice = await question.boundingBox();
  const table = await page.getByRole('table').boundingBox();
  expect(notice?.height, 'at full width below its row').toBeLessThan(60);
  expect(notice?.width).toBeGreaterThan((table?.width ?? 0) / 3);
  await page.getByRole('button', { name: 'No, keep ₹120.00' }).click();
  await expect(prices.nth(0)).toHaveValue('120');

  await prices.nth(0).click();
  await page.keyboard.type('125');
  await page.keyboard.press('Enter');
  await expect(prices.nth(1)).toBeFocused();
  await page.keyboard.type('42');
  await page.keyboard.press('ArrowDown');
  await expect(prices.nth(2)).toBeFocused();
  await page.keyboard.type('0');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('alert').filter({ hasText: '₹0.00: sell for free?' })).toBeVisible();
  await page.getByRole('button', { name: 'Yes, sell for free' }).click();
  await expect(page.getByRole('status').filter({ hasText: `Saved: ${mark} B, kg` })).toBeVisible();
  await page.reload();
  await expect(prices.nth(0)).toHaveValue('125');
  await expect(prices.nth(1)).toHaveValue('42');
  await expect(prices.nth(2)).toHaveValue('0');
});
