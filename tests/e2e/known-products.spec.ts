import { expectAccessible } from './support/accessibility.ts';
import { openNewShop } from './support/open-shop.ts';
import { handScan } from './support/hand-scan.ts';
import { freshBarcode, freshMakersBarcode } from './support/product-barcode.ts';
import { expect, test } from './support/test.ts';
import { ownLanguage, textsOf } from './support/texts.ts';

test('a new shop adds many known products at once, and what cannot be added stays as typed', async ({ newUser }) => {
  const { page } = await newUser();
  const t = textsOf(ownLanguage());
  const shop = await openNewShop(page, [], ownLanguage());
  // The first steps of a new shop lead here.
  await page.goto(`/#/${shop.slug}/admin/dashboard`);
  await page.getByRole('button', { name: `${t('setup.hours.skip')}: ${t('setup.hours')}` }).click();
  await expect(page.getByText(t('setup.products.hoursFirst'))).toHaveCount(0);
  await page.getByRole('link', { name: t('setup.products'), exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('knownProducts.title'));

  const found = page.getByRole('list', { name: t('productForm.knownResults') });
  type Suggested = { id: number; name: string; name_hi: string; unit: string; subcategory_id: number };
  const suggest = async (search: string) => {
    const path = `/api/catalog/products?search=${encodeURIComponent(search)}`;
    return (await (await page.request.get(path, { headers: shop.headers })).json()) as Suggested[];
  };
  const choose = async (search: string) => {
    await page.getByRole('searchbox').fill(search);
    const [first] = await suggest(search);
    const name = ownLanguage() === 'hi' ? first!.name_hi : first!.name;
    await expect(found.getByRole('listitem').first()).toContainText(name);
    await found.getByRole('checkbox').first().check();
  };
  await choose('Toor dal');
  await choose('Sugar');
  await choose('Basmati rice');
  const submit = (count: number) => page.getByRole('button', { name: t('knownProducts.add', { count }) });
  await submit(3).click();
  const rows = page.getByRole('region', { name: t('knownProducts.chosen', { count: 3 }) }).getByRole('group');
  await expect(rows.getByRole('alert')).toHaveText(Array.from({ length: 3 }, () => t('knownProducts.priceMissing')));
  for (const nth of [0, 1, 2]) {
    await rows
      .nth(nth)
      .getByRole('textbox')
      .first()
      .fill(`${20 + nth}`);
    await rows.nth(nth).getByRole('textbox').last().fill('7');
  }
  // Another device adds one of them in the meantime.
  const [sugar] = await suggest('Sugar');
  const other = { known_id: sugar!.id, name: sugar!.name, unit: sugar!.unit, category_id: sugar!.subcategory_id };
  const added = await page.request.post(`/api/shops/${shop.shopId}/known-products`, {
    headers: shop.headers,
    data: { products: [{ ...other, price: 44, stock: 1 }] },
  });
  expect(added.status()).toBe(201);

  await submit(3).click();
  await expect(page.getByText(t('knownProducts.alreadyThere'))).toBeVisible();
  await expect(submit(1)).toBeVisible();
  await expect(found.getByRole('listitem').first()).toContainText(t('knownProducts.isAdded'));
  const left = page.getByRole('region', { name: t('knownProducts.chosen', { count: 1 }) }).getByRole('textbox');
  await expect(left.first()).toHaveValue('21');
  await expect(left.last()).toHaveValue('7');

  const listed = await page.request.get(`/api/products?shopId=${shop.shopId}`);
  const catalog = (await listed.json()) as { name: string; price: number; stock: number; image: string }[];
  expect(catalog.map(({ name, price, stock }) => [name, price, stock])).toEqual(
    expect.arrayContaining([
      ['Toor dal', 20, 7],
      ['Basmati rice', 22, 7],
      ['Sugar', 44, 1],
    ]),
  );
  expect((await page.request.get(catalog[0]!.image)).headers()['content-type']).toBe('image/webp');
});

test('a reload keeps the products that were chosen, and what was typed for them', async ({ newUser }) => {
  const { page } = await newUser();
  const t = textsOf(ownLanguage());
  const shop = await openNewShop(page, [], ownLanguage());
  await page.goto(`/#/${shop.slug}/admin/known-products`);
  await page.getByRole('searchbox').fill('Toor dal');
  const found = page.getByRole('list', { name: t('productForm.knownResults') });
  await found.getByRole('checkbox').nth(0).check();
  await found.getByRole('checkbox').nth(1).check();
  const rows = page.getByRole('region', { name: t('knownProducts.chosen', { count: 2 }) }).getByRole('group');
  const field = (nth: number, name: 'price' | 'stock') =>
    rows.nth(nth).getByRole('textbox', { name: t(`productList.${name}`) });
  await field(0, 'price').fill('120.50');
  await field(0, 'stock').fill('7');
  // The browser asks, because the draft does not outlast the tab.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText(t('productForm.restored'))).toBeVisible();
  await expect(rows).toHaveCount(2);
  await expect(field(0, 'price')).toHaveValue('120.50');
  await expect(field(0, 'stock')).toHaveValue('7');
  await expectAccessible(page);

  await field(1, 'price').fill('99');
  await expect(field(1, 'stock'), 'nothing that the shop has not counted').toHaveValue('');
  await field(1, 'stock').fill('3');
  await page.getByRole('button', { name: t('knownProducts.add', { count: 2 }) }).click();
  await expect(rows).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(rows, 'once they are added').toHaveCount(0);
  const listed = await page.request.get(`/api/products?shopId=${shop.shopId}`);
  const catalog = (await listed.json()) as { price: number; stock: number }[];
  expect(catalog.map(({ price, stock }) => [price, stock])).toEqual(
    expect.arrayContaining([
      [120.5, 7],
      [99, 3],
    ]),
  );

  await page.getByRole('searchbox').fill('Sugar');
  await found.getByRole('checkbox').first().check();
  const one = page.getByRole('region', { name: t('knownProducts.chosen', { count: 1 }) });
  await expect(one).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: t('productForm.startOver') }).click();
  await expect(one).toHaveCount(0);
});

test('a hand scanner ticks one product after the other', async ({ newUser }) => {
  const [{ page }, { page: neighbour }] = [await newUser(), await newUser()];
  const t = textsOf(ownLanguage());
  // What another shop sells is known by its barcode.
  const theirs = await openNewShop(neighbour, []);
  const [tea, soap] = [freshMakersBarcode(), freshMakersBarcode()];
  const categories = await neighbour.request.get('/api/categories', { headers: theirs.headers });
  const [category] = ((await categories.json()) as { children: { id: number }[] }[]).flatMap(
    ({ children }) => children,
  );
  for (const [name, barcode] of [
    [`Tea ${tea}`, tea],
    [`Soap ${soap}`, soap],
  ]) {
    const variants = JSON.stringify([{ unit: '500 g', price: 90, mrp: 99, stock: 3, barcode }]);
    const multipart = { name: String(name), category_id: String(category?.id), variants };
    await expect(await neighbour.request.post('/api/products', { headers: theirs.headers, multipart })).toBeOK();
  }
  const shop = await openNewShop(page, [], ownLanguage());
  await page.goto(`/#/${shop.slug}/admin/known-products`);
  await expect(page.getByRole('searchbox')).toBeVisible();
  await handScan(page, tea);
  await expect(page.getByText(t('knownProducts.scanned', { name: `Tea ${tea}` }))).toBeVisible();
  await handScan(page, soap);
  await handScan(page, soap);
  const rows = page.getByRole('region', { name: t('knownProducts.chosen', { count: 2 }) });
  await expect(rows.getByRole('textbox', { name: t('productList.price') }).first()).toHaveValue('99');
  await handScan(page, freshBarcode());
  await expect(page.getByRole('link', { name: t('productList.addIt') })).toBeVisible();
  for (const stock of await rows.getByRole('textbox', { name: t('productList.stock') }).all()) await stock.fill('4');
  await page.getByRole('button', { name: t('knownProducts.add', { count: 2 }) }).click();
  await expect(rows).toHaveCount(0);
  await handScan(page, tea);
  await expect(page.getByText(t('knownProducts.scannedThere', { name: `Tea ${tea}` }))).toBeVisible();
});
