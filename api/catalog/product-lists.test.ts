import { readFileSync } from 'node:fs';
import { createMember, createProduct, createShop } from '@haat/core/test/factories';
import { beforeEach, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { catalogRows, countsOf, runImports, sendFile } from '../test/import-helpers.ts';

const api = apiTest();
let shop: { id: number; slug: string };
let vendor: ApiCaller;
let path: string;
beforeEach(async () => {
  shop = await createShop();
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
  path = `/api/shops/${shop.id}/imports`;
});

const file = (name: string) => readFileSync(new URL(`../../tests/fixtures/product-lists/${name}`, import.meta.url));

/** Checks a file and imports it, as the screen does. */
async function checkAndImport(bytes: Buffer | string, dryRun = true) {
  const sent = await sendFile({ vendor, shop, text: typeof bytes === 'string' ? bytes : Buffer.from(bytes), dryRun });
  expect(sent.status).toBe(201);
  const checked = await runImports({ vendor, shop }, sent.body.id);
  if (checked.dry_run && checked.state === 'done') await vendor.post(`${path}/${checked.id}/apply`);
  return { checked, done: await runImports({ vendor, shop }, checked.id) };
}

it.each([
  ['heading-of-two-lines.csv', ['Toor dal|14500|20|t|20']],
  ['separator-hint.csv', ['Toor dal|14500|20|t|20']],
  ['blank-first-lines.csv', ['Rusk|4000|12|t|12']],
  ['blank-first-rows.xlsx', ['Toor dal|14500|20|t|20']],
  ['title-rows.csv', ['Toor dal|14500|20|t|20']],
  ['title-rows.xlsx', ['Toor dal|1 kg|14500|20|t|20']],
  ['shortened-barcodes.csv', ['Toor dal|14500|20|t|20', 'Rava|6200|10|t|10']],
  ['protected-numbers.csv', ['Toor dal|14500|20|8901030865237|t|20']],
  ['cover-sheet.xlsx', ['Toor dal|14500|20|t|20']],
  ['hidden-first-sheet.xlsx', ['Toor dal|14500|20|t|20']],
  ['sizes-as-dates.xlsx', ['Kids frock|6-8|29900|4|t|4', 'Kids frock|8-10|31900|4|t|4']],
  ['error-cells.xlsx', []],
  ['question-marks.csv', ['चावल|6200|10|t|10']],
  ['words-for-nothing.csv', ['Rusk|4000|12|t|12', 'Bun|1000|5|t|5']],
  ['inch-mark.csv', ['12" pizza base|6000|5|t|5', 'Rava|6200|3|t|3']],
  ['weight-in-kg.csv', ['Rice bag|500 g|50000|4|t|4', 'Dal bag|1 kg|30000|4|f|4']],
  ['page-with-table.xls', ['Dal|12000|0|t']],
  ['yes-words.csv', ['Dal|12000|5|t|5', 'Rava|6200|3|t|3', 'Salt|2000|3|t|3']],
  ['total-row.csv', ['Toor dal|14500|20|t|20']],
])('imports %s', async (name, rows) => {
  await checkAndImport(file(name));
  expect(await catalogRows(shop.id)).toEqual(rows);
});

it('says where the table was found, and reads it at another place', async () => {
  const { body } = await sendFile({ vendor, shop, text: Buffer.from(file('title-rows.csv')) });
  expect(body.layout).toMatchObject({ sheet: null, sheets: [], delimiter: ',', heading_row: 4 });
  expect(body.layout.first_rows[2]).toEqual({ row: 3, text: '1-Apr-26 to 31-Mar-27' });
  await runImports({ vendor, shop }, body.id);
  const other = await vendor.put(`${path}/${body.id}/columns`, { body: { heading_row: 2 } });
  expect(other.body).toMatchObject({
    state: 'unmapped',
    layout: { heading_row: 2 },
    columns: [{ name: 'Stock Summary' }, {}, {}],
  });
  const again = await vendor.put(`${path}/${body.id}/columns`, { body: { heading_row: 4 } });
  expect(again.body).toMatchObject({ state: 'waiting', dry_run: true });
  const done = await runImports({ vendor, shop }, body.id);
  expect(done).toMatchObject({ created: 1, failed: 0, notes: [{ code: 'total', count: 1, rows: [6] }] });
  const statusOf = async (wrong: object) => (await vendor.put(`${path}/${body.id}/columns`, { body: wrong })).status;
  expect(await statusOf({ sheet: 'Prices' })).toBe(400);
  expect(await statusOf({ heading_row: 5_000 })).toBe(422);
});

it('reads another sheet of the stored workbook', async () => {
  const { body } = await sendFile({ vendor, shop, text: Buffer.from(file('cover-sheet.xlsx')) });
  expect(body).toMatchObject({ state: 'reading', layout: null });
  const { layout } = await runImports({ vendor, shop }, body.id);
  expect(layout).toMatchObject({ sheet: 'Products', sheets: ['Read me', 'Products'], heading_row: 1 });
  const cover = await vendor.put(`${path}/${body.id}/columns`, { body: { sheet: 'Read me' } });
  expect(cover.body).toMatchObject({ state: 'unmapped', layout: { sheet: 'Read me' } });
  const back = await vendor.put(`${path}/${body.id}/columns`, { body: { sheet: 'Products' } });
  expect(back.body).toMatchObject({ state: 'waiting', rows: 1 });
  expect(countsOf(await runImports({ vendor, shop }, body.id))).toBe('1 0 0 0');
});

it('names the cells that are lost, and leaves their rows out', async () => {
  const problemsOf = async (name: string) =>
    (await checkAndImport(file(name))).done.problems.map(({ row, column, code }: Record<string, unknown>) => [
      row,
      column,
      code,
    ]);
  expect(await problemsOf('error-cells.xlsx')).toEqual([
    [2, 'category', 'cell_error'],
    [3, 'name', 'cell_error'],
    [4, 'price', 'cell_error'],
  ]);
  expect(await problemsOf('question-marks.csv')).toEqual([
    [2, 'name', 'garbled'],
    [4, 'name', 'garbled'],
  ]);
});

it('leaves a shortened barcode as it is where the row says which variant it is', async () => {
  await createProduct({ shop, name: 'Toor dal', variants: [{ pricePaise: 14_500, barcode: '8901030865237' }] });
  const { checked, done } = await checkAndImport(file('shortened-barcodes.csv'));
  expect(checked.notes).toEqual([{ code: 'barcode_shortened', count: 1, rows: [3] }]);
  expect(done.failed).toBe(0);
  expect(await catalogRows(shop.id)).toContain('Toor dal|14500|20|8901030865237|t|20');
});

it('takes zeros for no barcode, and not for the one of a product without a barcode', async () => {
  await createProduct({ shop, name: 'Ghee', variants: [{ pricePaise: 50_000 }] });
  const { done } = await checkAndImport('name,price,stock,barcode\nTea,90,5,0\nRusk,40,5,0000000000000\n');
  expect(countsOf(done)).toBe('2 0 0 0');
});

it('asks once what dates among sizes were, even where the file was to be imported directly', async () => {
  const text = 'name,size,price\nFrock,06-Aug,299\nFrock,08-Oct,319';
  const { body } = await sendFile({ vendor, shop, text });
  expect(body).toMatchObject({ dry_run: false });
  const checked = await runImports({ vendor, shop }, body.id);
  expect(checked).toMatchObject({ dry_run: true, state: 'done', created: 2 });
  const [question] = checked.dates;
  expect(question).toMatchObject({ at: 1, reading: 'day_month' });
  expect(question.samples[0]).toEqual({ cell: '06-Aug', day_month: '6-8', month_day: '8-6' });
  await vendor.put(`${path}/${body.id}/columns`, { body: { dates: { 1: 'month_day' } } });
  expect((await runImports({ vendor, shop }, body.id)).dates[0].reading).toBe('month_day');
  await vendor.post(`${path}/${body.id}/apply`);
  await runImports({ vendor, shop }, body.id);
  expect(await catalogRows(shop.id)).toEqual(['Frock|8-6|29900|0|t', 'Frock|10-8|31900|0|t']);
});

it('refuses rows of a second table and totals that are none, and skips headings that are repeated', async () => {
  const text =
    'Item,Rate,Qty\nTea,50,2\nItem,Rate,Qty\nSalt,20,3\nTotal,99,9\n,,\nParty,Particulars,Balance\nRavi,Udhaar,500';
  const { done } = await checkAndImport(text);
  expect(done.notes).toEqual([{ code: 'heading', count: 1, rows: [3] }]);
  const codes = done.problems.filter(({ column }: { column: string | null }) => column === null);
  expect(codes.map(({ row, code }: { row: number; code: string }) => [row, code])).toEqual([
    [5, 'total'],
    [7, 'second_table'],
    [8, 'second_table'],
  ]);
  expect(await catalogRows(shop.id)).toEqual(['Tea|5000|2|t|2', 'Salt|2000|3|t|3']);
});

it('takes ids of another program for nothing, and our own for products', async () => {
  const { product: ghee } = await createProduct({ shop, name: 'Ghee', variants: [{ pricePaise: 50_000 }] });
  const other = await sendFile({ vendor, shop, text: `product_id,name,price\n${ghee.id},Soap,30\n9,Oil,150` });
  expect(other.body).toMatchObject({
    dry_run: true,
    columns: [{ column: null }, { column: 'name' }, { column: 'price' }],
  });
  await runImports({ vendor, shop }, other.body.id);
  const own = await sendFile({ vendor, shop, text: `product_id,name,price\n${ghee.id},Ghee,510` });
  expect(own.body).toMatchObject({ dry_run: false, columns: [{ column: 'product_id' }, {}, {}] });
});

it('asks about the ID of a product that has another name', async () => {
  const { product: ghee } = await createProduct({ shop, name: 'Ghee', variants: [{ pricePaise: 5_000 }] });
  const { product: milk } = await createProduct({ shop, name: 'Milk', variants: [{ pricePaise: 2_800 }] });
  const { product: tea } = await createProduct({ shop, name: 'Tea', variants: [{ pricePaise: 4_000 }] });
  const text = `product_id,name,price\n${ghee.id},Ghee,51\n${milk.id},Soap,30\n${tea.id},Tea gold,41`;
  const { checked, done } = await checkAndImport(text);
  expect(checked).toMatchObject({ unusual: 1, changed: 3 });
  expect(done.problems).toMatchObject([{ row: 3, column: 'name', code: 'name_other' }]);
  const names = (await catalogRows(shop.id)).map((row) => row.split('|').slice(0, 2).join(' '));
  expect(names).toEqual(['Ghee 5100', 'Milk 2800', 'Tea gold 4100']);
});

it('remembers columns by the set of headings, in any order and below any title', async () => {
  const first = await sendFile({ vendor, shop, text: 'Maal,Bhav,Khana\nTea,50,3' });
  await vendor.put(`${path}/${first.body.id}/columns`, { body: { columns: ['name', 'price', null] } });
  await runImports({ vendor, shop }, first.body.id);
  const later = await sendFile({ vendor, shop, text: 'Stock on 1 May,,\nKhana,Maal,Bhav\n3,Tea,50' });
  expect(later.body).toMatchObject({ state: 'waiting', layout: { heading_row: 2 } });
  expect(later.body.columns.map(({ column }: { column: string | null }) => column)).toEqual([null, 'name', 'price']);
});
