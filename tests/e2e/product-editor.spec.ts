import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { test as withCameraTest } from './support/camera-test.ts';
import { drawEan13 } from './support/draw-codes.ts';
import { handScan } from './support/hand-scan.ts';
import { freshBarcode } from './support/product-barcode.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

const SHOP = 'coastal-fish-mart';
const PICTURE = join(import.meta.dirname, '../../core/db/seeds/demo/pictures/apple-640.webp');

// Two tablets that save at a time: the later one is refused.
test.use({ allowedConsoleErrors: /status of 409 .*\/api\/products\// });

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });

async function open(page: Page, place: string, who = 'vendor'): Promise<void> {
  await signIn(page, SHOP, `${who}@${SHOP}.example`);
  await goTo(page, place);
}

async function goTo(page: Page, place: string): Promise<void> {
  await page.goto(`/#/${SHOP}/admin/${place}`);
  await field(page, 'Product name').waitFor();
}

async function readAlert(page: Page, text: string): Promise<void> {
  await expect(page.getByRole('alertdialog')).toContainText(text);
  await press(page, 'OK');
}

type NewProduct = { name: string; barcode?: string; price?: string };

/** Adds a product with the form that is open. */
async function addProduct(page: Page, { name, barcode, price = '28' }: NewProduct): Promise<void> {
  await field(page, 'Product name').fill(name);
  await field(page, 'Price').fill(price);
  await field(page, 'Stock').fill('10');
  if (barcode) await field(page, 'Barcode').fill(barcode);
  await field(page, 'Category').selectOption({ index: 1 });
  await field(page, 'Subcategory').selectOption({ index: 1 });
  await field(page, 'Unit').selectOption({ index: 1 });
  await press(page, 'Submit Product');
  await readAlert(page, 'Product added successfully!');
  await expect(page.getByRole('heading', { level: 1, name: 'Explore Fresh Picks' })).toBeVisible();
}

/** The edit form of a product of the catalog. */
async function editPathOf(page: Page, name: string): Promise<string> {
  const { id } = (await (await page.request.get(`/api/shops/${SHOP}`)).json()) as { id: number };
  const catalog = (await (await page.request.get(`/api/products?shopId=${id}`)).json()) as {
    id: number;
    name: string;
  }[];
  return `edit-product/${catalog.find((product) => product.name === name)?.id}`;
}

withCameraTest('a new product: its barcode by camera, its picture, and names that are new', async ({ withCamera }) => {
  const barcode = freshBarcode();
  const name = `Test greens ${barcode}`;
  const page = await withCamera({ sees: drawEan13(barcode) });
  await open(page, 'add-product');
  await press(page, 'Submit Product');
  await readAlert(page, 'Please fill in all required fields');
  await expect(field(page, 'Product name')).toBeFocused();

  await press(page, 'Scan Barcode');
  await expect(field(page, 'Barcode')).toHaveValue(barcode, { timeout: 30_000 });
  await expect(page.locator('video')).toHaveCount(0);
  await field(page, 'Product name').fill(name);
  await field(page, 'Price').fill('28.50');
  await field(page, 'Stock').fill('12');
  for (const kind of ['category', 'subcategory', 'unit']) {
    await press(page, `Add ${kind.replace(/^./, (letter) => letter.toUpperCase())}`);
    await field(page, `New ${kind}`).fill(`Test ${kind} ${barcode}`);
    await press(page, `Save ${kind}`);
    await expect(field(page, `New ${kind}`)).toHaveCount(0);
  }
  await expect(field(page, 'Category').locator('option:checked')).toHaveText(`Test category ${barcode}`);
  await expect(field(page, 'Subcategory').locator('option:checked')).toHaveText(`Test subcategory ${barcode}`);
  await page
    .getByLabel(/Product image/)
    .setInputFiles({ name: 'greens.webp', mimeType: 'image/webp', buffer: readFileSync(PICTURE) });
  await expect(page.locator('form img')).toHaveAttribute('src', /^blob:/);
  await expectAccessible(page);
  await press(page, 'Submit Product');
  await readAlert(page, 'Product added successfully!');

  await expect(card(page, name)).toContainText('₹28.50');
  await expect(card(page, name)).toContainText(`Test unit ${barcode}`);
  await expect(card(page, name).locator('img')).toHaveAttribute('src', /\/uploads\/.+-320\.webp$/);
});

test('a hand scanner fills the barcode from anywhere, and leads to the product that has it', async ({ quietPage }) => {
  const page = quietPage;
  const barcode = freshBarcode();
  const name = `Test beans ${barcode}`;
  await page.clock.install();
  await open(page, 'add-product');
  await handScan(page, barcode);
  await expect(field(page, 'Barcode')).toHaveValue(barcode);
  await field(page, 'Barcode').fill('');
  await field(page, 'Product name').fill(name);
  await handScan(page, barcode);
  await expect(field(page, 'Barcode')).toHaveValue(barcode);
  await expect(field(page, 'Product name')).toHaveValue(name);
  await addProduct(page, { name });

  await page.goto(`/#/${SHOP}/admin/add-product`);
  await field(page, 'Product name').waitFor();
  await handScan(page, barcode);
  await page.getByRole('link', { name: `Edit ${name}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Update Product' })).toBeVisible();
  await expect(field(page, 'Barcode')).toHaveValue(barcode);
});

test('a changed price is in the catalog at once; conflicting changes of two tablets are reported, and both stay', async ({
  newUser,
}) => {
  const [{ page: counter }, { page: store }, { page: customer }] = [await newUser(), await newUser(), await newUser()];
  const name = `<b>Test peas</b> ${freshBarcode()}`;
  await open(counter, 'add-product');
  await addProduct(counter, { name });
  const edit = await editPathOf(counter, name);
  await customer.goto(`/#/${SHOP}/products`);
  await expect(card(customer, name)).toContainText('₹28.00');
  await open(store, edit, 'admin');
  await goTo(counter, edit);

  await field(counter, 'Price').fill('31');
  await press(counter, 'Update Product');
  await readAlert(counter, 'Product updated successfully!');
  await expect(counter).toHaveURL(/admin\/products$/);
  await expect(card(customer, name)).toContainText('₹31.00', { timeout: 3000 });

  await field(store, 'Description').fill('Fresh this morning');
  await field(store, 'Pack or size, e.g. 500 g').fill('Test sack');
  await field(store, 'Price of the new unit').fill('600');
  await press(store, 'Add Unit');
  await press(store, 'Update Product');
  const conflict = store.getByRole('dialog', { name: 'This product was changed in the meantime' });
  await expect(conflict).toContainText('Price');
  await expect(conflict).toContainText('31');
  await expectAccessible(store);
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await readAlert(store, 'Product updated successfully!');
  await goTo(counter, edit);
  await expect(field(counter, 'Price').first()).toHaveValue('31');
  await expect(field(counter, 'Description')).toHaveValue('Fresh this morning');
  await expect(counter.getByRole('group', { name: 'Test sack' })).toBeVisible();
});

test('what is typed survives a reload, and two quick taps add one product', async ({ quietPage: page }) => {
  const name = `Test corn ${freshBarcode()}`;
  await open(page, 'add-product');
  await field(page, 'Product name').fill(name);
  await page.reload();
  await expect(page.getByText('Your draft has been restored.')).toBeVisible();
  await expect(field(page, 'Product name')).toHaveValue(name);
  let posts = 0;
  const twoTaps = Promise.withResolvers<void>();
  await page.route('**/products', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    posts += 1;
    // An earlier answer would open the message under the second tap.
    await twoTaps.promise;
    return route.continue();
  });
  await field(page, 'Price').fill('28');
  await field(page, 'Stock').fill('10');
  await field(page, 'Category').selectOption({ index: 1 });
  await field(page, 'Subcategory').selectOption({ index: 1 });
  await field(page, 'Unit').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Submit Product' }).dblclick();
  twoTaps.resolve();
  await readAlert(page, 'Product added successfully!');
  expect(posts).toBe(1);
});

test.describe('at another shop', () => {
  // The product in the address belongs to another shop.
  test.use({ allowedConsoleErrors: /status of 404 .*\/api\/shops\/\d+\/products\/1$/ });

  test('leads a member of another shop to their own shop', async ({ quietPage: page }) => {
    await open(page, 'add-product');
    await page.goto('/#/malnad-dairy/admin/add-product');
    await expect(page).toHaveURL(new RegExp(`#/${SHOP}/admin/add-product$`));
    await page.goto('/#/malnad-dairy/admin/edit-product/1');
    await expect(page).toHaveURL(new RegExp(`#/${SHOP}/admin/edit-product/1$`));
  });
});
