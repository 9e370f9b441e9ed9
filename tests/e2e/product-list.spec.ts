import { addProducts } from './support/add-products.ts';
import { freshBarcode } from './support/product-barcode.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'saraswati-stationers';

test('a vendor finds a product, changes its stock, hides it and brings it back', async ({ newUser }, testInfo) => {
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
  const pieces = String(77 + testInfo.retry);
  await stock.fill(pieces);
  await stock.press('Enter');
  expect((await saved).status()).toBe(200);
  await expect(stock).toHaveValue(pieces);

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
  const saved: number[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'PATCH') saved.push(response.status());
  });

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
  // Each announces itself when it is answered, in any order.
  await expect(page.getByRole('status').filter({ hasText: `Saved: ${mark}` })).toBeVisible();
  await expect.poll(() => saved).toEqual([200, 200, 200]);
  await page.reload();
  await expect(prices.nth(0)).toHaveValue('125');
  await expect(prices.nth(1)).toHaveValue('42');
  await expect(prices.nth(2)).toHaveValue('0');
});

test('a vendor sorts a category by price, and raises prices after a preview', async ({ quietPage: page }) => {
  const mark = `Raised ${freshBarcode()}`;
  await addProducts(page, SHOP, [
    { name: `${mark} A`, variants: [{ unit: 'kg', price: 100 }] },
    { name: `${mark} B`, variants: [{ unit: 'kg', price: 300, mrp: 310 }] },
    { name: `${mark} C`, variants: [{ unit: 'kg', price: 200 }] },
  ]);
  await signIn(page, SHOP, `vendor@${SHOP}.example`);
  await page.goto(`/#/${SHOP}/admin/products?q=${encodeURIComponent(mark)}`);
  const products = page.getByRole('table').locator('tbody');
  await expect(products).toHaveCount(3);
  await page.getByLabel('Sort by').selectOption('Price, highest first');
  await expect(products.getByRole('link')).toHaveText([`${mark} B`, `${mark} C`, `${mark} A`]);
  await page.getByRole('button', { name: 'Low stock' }).click();
  await expect(products, 'they were added without stock').toHaveCount(3);
  await page.getByRole('button', { name: 'Hidden' }).click();
  await expect(page.getByText(`No product of your shop matches “${mark}”.`)).toBeVisible();
  await page.getByRole('button', { name: 'All', exact: true }).click();

  const box = (letter: string) => page.getByRole('checkbox', { name: `Select ${mark} ${letter}` });
  await box('B').check();
  await box('A').click({ modifiers: ['Shift'] });
  await expect(box('C'), 'between the two').toBeChecked();
  await page.getByRole('button', { name: 'Change prices' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change prices of 3 products' });
  await dialog.getByLabel('How much').fill('5');
  await dialog.getByRole('button', { name: 'Show new prices' }).click();
  await expect(dialog).toContainText('Not changed: ₹315.00 is above the MRP of ₹310.00.');
  await expect(dialog.getByRole('row', { name: new RegExp(`${mark} A`) })).toContainText('₹100.00₹105.00');
  await dialog.getByRole('button', { name: 'Save 2 prices' }).click();
  await expect(page.getByText('Prices of 2 products changed.')).toBeVisible();
  const priceOf = (letter: string) => page.getByRole('textbox', { name: `Price in rupees: ${mark} ${letter}, kg` });
  await expect(priceOf('A')).toHaveValue('105');
  await expect(priceOf('B')).toHaveValue('300');
  await expect(priceOf('C')).toHaveValue('210');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(priceOf('A')).toHaveValue('100');
});

test('a shop deletes many products, and restores them from its activity', async ({ quietPage: page }) => {
  const mark = `Removed ${freshBarcode()}`;
  const variants = [{ unit: 'kg', price: 100 }];
  await addProducts(page, SHOP, [
    { name: `${mark} A`, variants },
    { name: `${mark} B`, variants },
  ]);
  await signIn(page, SHOP, `admin@${SHOP}.example`);
  const list = `/#/${SHOP}/admin/products?q=${encodeURIComponent(mark)}`;
  await page.goto(list);
  const products = page.getByRole('table').locator('tbody');
  await expect(products).toHaveCount(2);
  await page.getByRole('checkbox', { name: `Select ${mark} A` }).check();
  await page.getByRole('checkbox', { name: `Select ${mark} B` }).check();
  await page.getByRole('region', { name: '2 selected' }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(products).toHaveCount(0);

  await page.goto(`/#/${SHOP}/admin/activity`);
  const entry = page.getByRole('listitem').filter({ hasText: `${mark} A, ${mark} B` });
  await expect(entry.first()).toContainText('Several products deleted');
  await entry.getByRole('button', { name: /^Restore/ }).click();
  await expect(page.getByText('Undone for 2 products.')).toBeVisible();
  await page.goto(list);
  await expect(products).toHaveCount(2);
});
