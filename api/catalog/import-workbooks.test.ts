import { createCategory, createMember, createProduct, createShop } from '@haat/core/test/factories';
import { readWorkbook } from '@haat/core/lib/csv/workbook';
import { beforeEach, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { catalogRows, countsOf, importAndRun } from '../test/import-helpers.ts';

const api = apiTest();
let shop: { id: number; slug: string };
let vendor: ApiCaller;
let signedIn: Awaited<ReturnType<typeof api.signIn>>;
beforeEach(async () => {
  shop = await createShop();
  signedIn = await api.signIn({ user: await createMember({ shop }), shop });
  vendor = api.as(signedIn);
});

async function exported(): Promise<Buffer<ArrayBuffer>> {
  const headers = { authorization: `Bearer ${signedIn.token}` };
  const response = await fetch(`${api.url}/api/shops/${shop.id}/products.xlsx`, { headers });
  expect(response.headers.get('content-type')).toContain('spreadsheetml.sheet');
  expect(response.headers.get('content-disposition')).toMatch(/-products-\d{4}-\d\d-\d\d\.xlsx"$/);
  return Buffer.from(await response.arrayBuffer());
}

it('exports products as a workbook that changes nothing when it is imported again', async () => {
  await createProduct({
    shop,
    name: '=HYPERLINK("x") & <b>',
    description: "'+ two\r\nlines\tand ; a mark",
    categoryId: await createCategory({ name: 'Snacks', child: 'Sweets' }),
    variants: [
      { unit: '500 g', pricePaise: 12_345, mrpPaise: 20_000, stock: 7, barcode: '036000291452' },
      { size: '6-8', color: 'लाल', unit: '1/2', stock: 0 },
    ],
  });
  await createProduct({ shop, name: "'=quoted", isPublished: false });
  await createProduct({ shop, name: '00123', description: '-5' });
  const file = await exported();
  const [sheet] = await readWorkbook(file);
  expect(sheet?.text.split('\n')[0]).toBe(
    'product_id,variant_id,name,description,category,subcategory,size,color,unit,price,mrp,stock,barcode,published',
  );
  expect(sheet?.text).toContain(',500 g,123.45,200,7,036000291452,yes');
  const before = await catalogRows(shop.id);
  const { dry_run: isDryRun, ...done } = await importAndRun({ vendor, shop, text: file });
  expect([isDryRun, countsOf(done), done.names]).toEqual([false, '0 0 4 0', []]);
  expect(await catalogRows(shop.id)).toEqual(before);
});

it('exports a shop without products as the names of the columns', async () => {
  const [sheet] = await readWorkbook(await exported());
  expect(sheet?.text.split('\n')).toHaveLength(1);
});
