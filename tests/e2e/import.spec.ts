import { readFile } from 'node:fs/promises';
import { sheetXml, workbookOf } from '../../core/test/workbook.ts';
import { expectAccessible } from './support/accessibility.ts';
import { signIn } from './support/sign-in.ts';
import { expect, test } from './support/test.ts';

// A shop runs one import at a time, so the tests that import use different shops.
const SHOP = 'deepa-electricals';
const SHOP_OF_EXCEL = 'arogya-medicals';
const SHOP_OF_SIZES = 'cauvery-textiles';
const SHOP_OF_DAMAGED = 'ganesh-kirana';

const csv = (text: string, name = 'list.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a vendor checks a list, imports it, and gets it back as a file', async ({ newUser }) => {
  const [{ page }, { page: catalog }] = [await newUser(), await newUser()];
  await signIn(page, SHOP, `vendor@${SHOP}.example`);
  await page.goto(`/#/${SHOP}/admin/import`);
  const name = `Rose syrup ${Date.now()}`;
  await catalog.goto(`/#/${SHOP}/products`);

  const lines = ['name;unit;price;stock', `${name};750 ml;120.50;7`, 'Wrong;;1e3;'];
  await page.getByLabel('Choose a file').setInputFiles(csv(lines.join('\r\n')));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Nothing has been changed yet.')).toBeVisible();
  await expect(page.getByRole('row', { name: /^3 Wrong Price must be an amount in rupees/ })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('Nothing has been changed yet.'), 'still there after a reload').toBeVisible();

  await page.getByRole('button', { name: 'Import 1 row now' }).click();
  await expect(page.getByText('Done: 1 new, 0 changed.')).toBeVisible();
  await expect(catalog.getByRole('heading', { name }), 'in the catalog that a customer looks at').toBeVisible();
  await catalog.goto(`/#/haat/dashboard?q=${encodeURIComponent(name)}&price=50-200`);
  const found = catalog.getByRole('region', { name: 'Products' }).getByRole('heading', { name });
  await expect(found, 'found by a customer who searches for what costs so much').toBeVisible();
  await catalog.getByRole('button', { name: 'From ₹200' }).click();
  await expect(catalog.getByText('Nothing was found at this price.')).toBeVisible();
  await catalog.getByRole('button', { name: 'All prices' }).click();
  await expect(found).toBeVisible();

  const wrong = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download rows with errors' }).click();
  expect(await readFile(await (await wrong).path(), 'utf8')).toContain('Wrong,,1e3,');

  await page.getByRole('button', { name: 'Choose another file' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all products' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${SHOP}-products-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
  const exported = await readFile(await download.path(), 'utf8');
  expect(exported).toContain(`${name},,,,,,750 ml,120.50,,7,,yes\r\n`);

  await page.getByLabel('Choose a file').setInputFiles(csv(exported, 'untouched.csv'));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByText('Nothing to import')).toBeVisible();
});

test('a vendor imports an Excel file with columns of their own, and confirms an unusual price', async ({
  newUser,
}, testInfo) => {
  const { page } = await newUser();
  await signIn(page, SHOP_OF_EXCEL, `vendor@${SHOP_OF_EXCEL}.example`);
  await page.goto(`/#/${SHOP_OF_EXCEL}/admin/import`);
  const name = `Lamp ${Date.now()}`;
  // The shop remembers the columns of this header, also for a second attempt.
  const nameColumn = `Maal ${testInfo.retry}`;
  const sheet = sheetXml([
    [nameColumn, 'Bhav', 'Qty'],
    [name, 250, 4],
    [`${name} free`, 0, 4],
  ]);
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const upload = async () => {
    await page.getByLabel('Choose a file').setInputFiles({ name: 'list.xlsx', mimeType, buffer: workbookOf(sheet) });
    await page.getByRole('button', { name: 'Check the file' }).click();
  };
  await upload();
  await expect(page.getByText('Choose the field of each column below.')).toBeVisible();
  await page.getByLabel(`Field of the column ${nameColumn}`).selectOption('Name');
  await page.getByLabel('Field of the column Bhav').selectOption('Price');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Check with these columns' }).click();
  await expect(page.getByRole('row', { name: new RegExp(`${name} free .*Free\\?`) })).toBeVisible();

  // The columns are remembered for files with the same header.
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await upload();
  await page.getByRole('button', { name: 'Import 2 rows now' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Skip these rows' }).click();
  await expect(page.getByText('Done: 1 new, 0 changed.')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(`${name} free`) })).toContainText('check the file first');

  await page.getByRole('button', { name: 'Undo this import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo this import' }).click();
  await expect(page.getByText('This import was undone.')).toBeVisible();
  await page.reload();
  await expect(page.getByText('This import was undone.'), 'still undone after a reload').toBeVisible();
});

test('a vendor sees where the list is in a file, and says what its dates and categories are', async ({
  newUser,
}, testInfo) => {
  const { page } = await newUser();
  await signIn(page, SHOP_OF_SIZES, `vendor@${SHOP_OF_SIZES}.example`);
  await page.goto(`/#/${SHOP_OF_SIZES}/admin/import`);
  const lines = [
    'Cauvery Textiles;;;;',
    'Stock Summary;;;;',
    'Item;Group;Size;Rate;Qty',
    `Kids frock;Kapde ${testInfo.retry};06-Aug;299;4`,
    'Total;;;;4',
  ];
  await page.getByLabel('Choose a file').setInputFiles(csv(lines.join('\r\n')));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByLabel('Row with the headings')).toHaveValue('3');
  await expect(page.getByLabel('Separator')).toHaveValue(';');
  await expect(page.getByText('Totals, left out: rows')).toBeVisible();
  await expect(page.getByRole('row', { name: /^4 Kids frock .*6-8 .*299/ })).toBeVisible();
  await expectAccessible(page);

  await page.getByLabel('Typed in the column Size').selectOption('8-6');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('row', { name: /^4 Kids frock .*8-6 .*299/ })).toBeVisible();

  await page.reload();
  // The shop remembers the choice, also for a second attempt.
  const category = page.getByLabel(`In your shop, Kapde ${testInfo.retry} is`);
  await expect(category).toHaveValue('');
  await category.selectOption('Clothes & linen › Children');
  await page.getByRole('button', { name: 'Check with these names' }).click();
  await expect(page.getByRole('row', { name: /^4 Kids frock .*Clothes & linen/ })).toBeVisible();
  await expect(category).toHaveValue('Clothes & linen › Children');

  await page.getByLabel('Row with the headings').selectOption('Row 2: Stock Summary');
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Choose the field of each column below.')).toBeVisible();
  await page.getByLabel('Row with the headings').selectOption({ index: 2 });
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByText('Nothing has been changed yet. Review the changes')).toBeVisible();
});

test('explains why a workbook could not be read', async ({ newUser }) => {
  const { page } = await newUser();
  await signIn(page, SHOP_OF_DAMAGED, `vendor@${SHOP_OF_DAMAGED}.example`);
  await page.goto(`/#/${SHOP_OF_DAMAGED}/admin/import`);
  await page.getByLabel('Choose a file').setInputFiles(csv('PK\u0003\u0004', 'list.xlsx'));
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('alert')).toHaveText(/The Excel file is damaged/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect(page.getByRole('button', { name: 'Check the file' })).toBeVisible();
});
