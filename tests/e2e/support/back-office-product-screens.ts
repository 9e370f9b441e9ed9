import type { Page } from '@playwright/test';
import type { ProductView } from '../../../contract/catalog/products.calls.ts';
import { mockCategories } from './mock-categories.ts';
import { UNREAD, mockImport, mockPictureImports, ZIP_OF_PICTURES } from './mock-import.ts';
import type { Screen } from './screen.ts';
import type { Texts } from './texts.ts';

const SHOP = '/mysuru-sweets';

const submit = (page: Page, t: Texts) => page.getByRole('button', { name: t('addProduct.submit') }).click();

async function sendNothing(page: Page, t: Texts): Promise<void> {
  await submit(page, t);
  await page.getByRole('alertdialog').waitFor();
}

async function submitNothing(page: Page, t: Texts): Promise<void> {
  await sendNothing(page, t);
  await page.getByRole('button', { name: t('common.ok') }).click();
}

/** Everything that the form can unfold, but the camera. */
async function openPanels(page: Page, t: Texts): Promise<void> {
  for (const id of ['productForm.addCategory', 'productForm.addUnit', 'productForm.details', 'productForm.moreUnits']) {
    await page.getByRole('button', { name: t(id), exact: true }).click();
  }
}

/** Opens the form of the shop's first product that is sold in several units. */
async function editFirst(page: Page): Promise<void> {
  const shop = (await (await page.request.get(`/api${SHOP.replace('/', '/shops/')}`)).json()) as { id: number };
  const catalog = (await (await page.request.get(`/api/products?shopId=${shop.id}`)).json()) as ProductView[];
  const id = catalog.find(({ variants }) => variants.length > 1)?.id ?? catalog[0]?.id;
  await page.goto(`/#${SHOP}/admin/edit-product/${id}`);
  await page.locator('form textarea[name=description]').waitFor();
}

/** A price ten times as high as before, which is asked about before it is saved. */
async function askForPrice(page: Page): Promise<void> {
  await editFirst(page);
  const price = page.locator('input[name=price]').first();
  await price.fill(`${Math.round(Number(await price.inputValue()) * 10)}`);
  await price.press('Enter');
  await page.getByRole('alertdialog').waitFor();
}

/** The same with names as long as they get. */
async function editLong(page: Page): Promise<void> {
  await editFirst(page);
  const long = 'Handpoundedcoldpressedgroundnutoilofthefirstpressinginaglassjar';
  await page.locator('input[name=name]').fill(long.slice(0, 60));
  const [name, price] = [page.locator('ol ~ div input').first(), page.locator('ol ~ div input').nth(1)];
  await name.fill(long.slice(0, 60));
  await price.fill('99999999.50');
  await price.press('Enter');
}

async function checkPictures(page: Page, t: Texts): Promise<void> {
  await page.getByLabel(t('import.pictures.choose')).setInputFiles(ZIP_OF_PICTURES);
  await page.getByRole('button', { name: t('import.pictures.another') }).waitFor();
}

/** The products of a shop and their import. */
export const BACK_OFFICE_PRODUCT_SCREENS: readonly Screen[] = [
  { name: 'add-product', who: 'vendor', path: `${SHOP}/admin/add-product` },
  { name: 'add-product-panels', who: 'vendor', path: `${SHOP}/admin/add-product`, act: openPanels },
  { name: 'add-product-missing', isState: true, who: 'vendor', path: `${SHOP}/admin/add-product`, act: submitNothing },
  { name: 'add-product-alert', isState: true, who: 'vendor', path: `${SHOP}/admin/add-product`, act: sendNothing },
  { name: 'edit-product', who: 'vendor', path: '/about', act: editFirst },
  { name: 'edit-product-unusual-price', isState: true, who: 'vendor', path: '/about', act: askForPrice },
  { name: 'edit-product-long', who: 'vendor', path: '/about', act: editLong },
  {
    name: 'edit-product-missing',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/edit-product/999999`,
    allowsConsoleErrors: true,
  },
  { name: 'product-list', who: 'vendor', path: `${SHOP}/admin/products` },
  {
    name: 'product-pages',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/products`,
    // Wide screens have them in one row.
    act: async (page, t) => {
      const place = t('backOffice.place.products');
      const all = page.getByRole('button', { name: t('backOffice.allScreens', { place }) });
      if (await all.isVisible()) await all.click();
    },
  },
  { name: 'product-list-none', isState: true, who: 'vendor', path: `${SHOP}/admin/products?q=nothing+like+it` },
  {
    name: 'product-list-wrong',
    who: 'vendor',
    path: `${SHOP}/admin/products`,
    act: async (page) => {
      const price = page.getByRole('table').getByRole('textbox').first();
      await price.fill('12.345');
      await price.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'product-list-selected',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/products`,
    act: (page) => page.getByRole('table').locator('tbody input[type=checkbox]:not([role])').first().check(),
  },
  {
    name: 'product-list-prices',
    who: 'vendor',
    path: `${SHOP}/admin/products`,
    act: async (page, t) => {
      await page.getByRole('table').locator('tbody input[type=checkbox]:not([role])').first().check();
      await page.getByRole('button', { name: t('bulk.price') }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('5');
      await dialog.getByRole('textbox').press('Enter');
      await dialog.getByRole('table').waitFor();
    },
  },
  {
    name: 'product-labels',
    who: 'vendor',
    path: `${SHOP}/admin/products`,
    given: giveCodes,
    act: async (page, t) => {
      await page.getByRole('table').locator('tbody input[type=checkbox]:not([role])').first().check();
      await page.getByRole('button', { name: t('bulk.labels') }).click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('labels.kind.bars') })
        .click();
    },
  },
  {
    name: 'product-list-free',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/products`,
    act: async (page) => {
      const price = page.getByRole('table').getByRole('textbox').first();
      await price.fill('0');
      await price.press('Enter');
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'known-products',
    who: 'vendor',
    path: `${SHOP}/admin/known-products`,
    act: async (page, t) => {
      await page.getByRole('searchbox').fill('dal');
      const found = page.getByRole('list', { name: t('productForm.knownResults') });
      for (const nth of [0, 1]) await found.getByRole('checkbox').nth(nth).check();
      await page.getByRole('button', { name: t('knownProducts.add', { count: 2 }) }).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  { name: 'known-products-start', isState: true, who: 'vendor', path: `${SHOP}/admin/known-products` },
  {
    name: 'categories',
    who: 'vendor',
    path: `${SHOP}/admin/categories`,
    given: mockCategories,
    act: (page, t) =>
      page
        .getByRole('button', { name: t('categories.rename') })
        .first()
        .click(),
  },
  {
    name: 'categories-order',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/categories`,
    given: mockCategories,
    act: (page, t) => page.getByRole('button', { name: t('categories.order') }).click(),
  },
  {
    name: 'categories-merge',
    who: 'vendor',
    path: `${SHOP}/admin/categories`,
    given: mockCategories,
    act: async (page, t) => {
      await page
        .getByRole('button', { name: t('categories.merge') })
        .first()
        .click();
      await page.getByRole('dialog').getByRole('combobox').selectOption({ index: 2 });
    },
  },
  {
    name: 'categories-add',
    who: 'vendor',
    path: `${SHOP}/admin/categories`,
    given: mockCategories,
    act: (page, t) => page.getByRole('button', { name: t('categories.add') }).click(),
  },
  { name: 'units', isState: true, who: 'vendor', path: `${SHOP}/admin/categories?part=units`, given: mockCategories },
  { name: 'import', who: 'vendor', path: `${SHOP}/admin/import` },
  {
    name: 'import-pictures',
    who: 'vendor',
    path: `${SHOP}/admin/import`,
    given: mockPictureImports,
    act: checkPictures,
  },
  {
    name: 'import-pictures-undo',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/import`,
    given: mockPictureImports,
    act: (page, t) => page.getByRole('button', { name: t('import.pictures.undo') }).click(),
  },
  { name: 'import-checked', who: 'vendor', path: `${SHOP}/admin/import?run=7`, given: (page) => mockImport(page) },
  {
    name: 'import-columns',
    who: 'vendor',
    path: `${SHOP}/admin/import?run=7`,
    given: (page) => mockImport(page, { state: 'unmapped', new_categories: [], new_units: [], ignored_columns: [] }),
    act: (page, t) => page.getByRole('heading', { name: t('import.columns') }).waitFor(),
  },
  {
    name: 'import-undo',
    who: 'vendor',
    path: `${SHOP}/admin/import?run=7`,
    given: (page) => mockImport(page, { dry_run: false, undo_until: '2030-11-22T09:00:00.000Z' }),
    act: (page, t) => page.getByRole('button', { name: t('import.undo') }).click(),
  },
  {
    name: 'import-reading',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/import?run=7`,
    given: (page) => mockImport(page, { ...UNREAD, state: 'reading', finished_at: null }),
  },
  {
    name: 'import-refused',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/import?run=7`,
    given: (page) => mockImport(page, { ...UNREAD, state: 'failed', refusal: 'too_many_cells' }),
  },
  {
    name: 'import-running',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/import?run=7`,
    given: (page) => mockImport(page, { dry_run: false, state: 'running' }),
  },
];

/** Products with the longest code that a shop can give them. */
async function giveCodes(page: Page): Promise<void> {
  await page.route('**/api/shops/*/products?*', async (route) => {
    const answer = await route.fetch();
    const products = (await answer.json()) as { variants: object[] }[];
    const coded = products.map((product) => ({
      ...product,
      variants: product.variants.map((variant) => ({ ...variant, barcode: 'KAJU-KATLI-250-GRAMS' })),
    }));
    await route.fulfill({ response: answer, json: coded });
  });
}
