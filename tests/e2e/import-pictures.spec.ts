import sharp from 'sharp';
import { zipOf } from '../../core/test/workbook.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openNewShop } from './support/open-shop.ts';
import { expect, test } from './support/test.ts';

const photo = (background: string) =>
  sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .jpeg()
    .toBuffer();

const zipFile = (files: Record<string, Uint8Array>, name = 'pictures.zip') => ({
  name,
  mimeType: 'application/zip',
  buffer: zipOf(files),
});

const PRODUCTS = ['Toor dal', 'Rose syrup', 'Ghee'].map((name) => ({ name, price: 50, stock: 5 }));

// A connection that is lost, and pictures that the server refuses.
test.use({ allowedConsoleErrors: /Failed to load resource/ });

test('a shop imports the pictures of a ZIP file after it has seen the list, and takes them back', async ({
  newUser,
}) => {
  const { page, context } = await newUser();
  const shop = await openNewShop(page, PRODUCTS);
  const products = async () => {
    const answer = await page.request.get(`/api/products?shopId=${shop.shopId}`);
    const list = (await answer.json()) as { id: number; name: string; image: string | null }[];
    return new Map(list.map((product) => [product.name, product]));
  };
  const ghee = (await products()).get('Ghee')!.id;
  await page.goto(`/#/${shop.slug}/admin/import`);
  const chooser = page.getByLabel('Choose a ZIP file');
  const upload = zipFile({
    'pictures/toor-dal.jpg': await photo('#c33'),
    'pictures/ROSE SYRUP.jpg': await photo('#3c3'),
    [`${ghee}.jpg`]: await photo('#33c'),
    'again/Toor dal.jpg': await photo('#cc3'),
    'Coconut.jpg': await photo('#111'),
    'notes.txt': Buffer.from('no picture'),
    '__MACOSX/pictures/._toor-dal.jpg': Buffer.from('x'),
  });
  await chooser.setInputFiles(upload);
  await expect(page.getByText('3 pictures can be imported, 3 files are left out.')).toBeVisible();
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect(row(/^Coconut\.jpg No product has this barcode, name or ID$/)).toBeVisible();
  await expect(row(/^notes\.txt Not a JPEG, PNG or WebP picture$/)).toBeVisible();
  await expect(row(/Toor dal Another file is for the same product$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^To import/ }).click();
  await expect(row(new RegExp(`^${ghee}\\.jpg .*Ghee Adds the first picture$`))).toBeVisible();
  expect([...(await products()).values()].map(({ image }) => image)).toEqual([null, null, null]);

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Import 3 pictures' }).click();
  await expect(page.getByText('No connection. The import continues as soon as you are connected again.')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('3 pictures imported.')).toBeVisible({ timeout: 30_000 });
  const imported = await products();
  for (const { image } of imported.values()) {
    expect((await page.request.get(image!)).headers()['content-type']).toBe('image/webp');
  }

  await page.reload();
  await chooser.setInputFiles(zipFile({ 'Ghee.png': await photo('#999') }, 'second.zip'));
  await expect(row(/^Ghee\.png Ghee Replaces the current picture$/)).toBeVisible();
  await page.getByRole('button', { name: 'Import 1 picture' }).click();
  await expect(page.getByText('1 picture imported.')).toBeVisible();
  expect((await products()).get('Ghee')!.image).not.toBe(imported.get('Ghee')!.image);

  await page.getByRole('button', { name: 'Undo second.zip' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Undo second.zip' })).toHaveCount(0);
  await expect.poll(async () => (await products()).get('Ghee')!.image).toBe(imported.get('Ghee')!.image);
  await page.getByRole('button', { name: 'Undo pictures.zip' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Undo pictures.zip' })).toHaveCount(0);
  await expect.poll(async () => [...(await products()).values()].map(({ image }) => image)).toEqual([null, null, null]);

  await page.goto(`/#/${shop.slug}/admin/activity`);
  await expect(page.getByText('Product pictures imported').first()).toBeVisible();
  await expect(page.getByText('Import of product pictures undone').first()).toBeVisible();
});

test('an import that was interrupted continues with the same file', async ({ newUser }) => {
  const { page } = await newUser();
  const shop = await openNewShop(page, PRODUCTS);
  await page.goto(`/#/${shop.slug}/admin/import`);
  // From a file on disk, because its time is part of what it is recognised by.
  const { writeFile } = await import('node:fs/promises');
  const path = test.info().outputPath('stock.zip');
  const pictures = {
    'Ghee.jpg': await photo('#333'),
    'Rose syrup.jpg': await photo('#444'),
    'Toor dal.jpg': await photo('#555'),
  };
  await writeFile(path, zipOf(pictures));
  let sent = 0;
  const calls = '**/picture-imports/*/pictures';
  // The second picture never arrives.
  await page.route(calls, (route) => ((sent += 1) === 1 ? route.continue() : undefined));
  await page.getByLabel('Choose a ZIP file').setInputFiles(path);
  await page.getByRole('button', { name: 'Import 3 pictures' }).click();
  await expect(page.getByRole('progressbar', { name: '1 of 3 pictures' })).toBeVisible();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Interrupted: choose the same ZIP file again to continue')).toBeVisible();

  await page.unroute(calls);
  let again = 0;
  page.on('request', (request) => {
    if (/picture-imports\/\d+\/pictures$/.test(request.url())) again += 1;
  });
  await page.getByLabel('Choose a ZIP file').setInputFiles(path);
  await page.getByRole('button', { name: 'Import 3 pictures' }).click();
  await expect(page.getByText('3 pictures imported.')).toBeVisible({ timeout: 30_000 });
  expect(again, 'the first one is not sent again').toBe(2);
  await expect(page.getByText('3 of 3 pictures', { exact: true })).toHaveCount(1);
});

test('says what is wrong with a file that is no ZIP', async ({ newUser }) => {
  const { page } = await newUser();
  const shop = await openNewShop(page, []);
  await page.goto(`/#/${shop.slug}/admin/import`);
  const wrong = { name: 'pictures.zip', mimeType: 'application/zip', buffer: Buffer.from('Rar!') };
  await page.getByLabel('Choose a ZIP file').setInputFiles(wrong);
  await expect(page.getByRole('alert')).toHaveText('This is not a ZIP file, or it is damaged.');
});
