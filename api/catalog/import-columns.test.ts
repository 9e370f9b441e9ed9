import { createMember, createProduct, createShop } from '@haat/core/test/factories';
import { sheetXml, workbookOf } from '@haat/core/test/workbook';
import { beforeEach, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { catalogRows, countsOf, importAndRun, runImports, sendFile } from '../test/import-helpers.ts';

const api = apiTest();
let shop: { id: number; slug: string };
let vendor: ApiCaller;
let path: string;
beforeEach(async () => {
  shop = await createShop();
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
  path = `/api/shops/${shop.id}/imports`;
});

const send = async (text: string | Buffer<ArrayBuffer>, dryRun = true) =>
  (await sendFile({ vendor, shop, text, dryRun })).body;
const setColumns = (id: number, columns: (string | null)[]) =>
  vendor.put(`${path}/${id}/columns`, { body: { columns } });
const columnsOf = ({ columns }: { columns: { column: string | null }[] }) => columns.map(({ column }) => column);
const rowsOf = async (id: number, query: string) => (await vendor.get(`${path}/${id}/rows?${query}`)).body;

it('guesses columns by common words, and checks the file before it imports it', async () => {
  const sent = await send('Item,Rate,Qty,MRP,Barcode/EAN\nTea,"1,250",4,1300,8901234567890', false);
  expect(sent).toMatchObject({ dry_run: true, state: 'waiting' });
  expect(sent.columns[0]).toEqual({ name: 'Item', samples: ['Tea'], column: 'name' });
  expect(columnsOf(sent)).toEqual(['name', 'price', 'stock', 'mrp', 'barcode']);
  expect(countsOf(await runImports({ vendor, shop }, sent.id))).toBe('1 0 0 0');
  expect(await catalogRows(shop.id)).toEqual([]);
  await vendor.post(`${path}/${sent.id}/apply`);
  expect(countsOf(await runImports({ vendor, shop }, sent.id))).toBe('1 0 0 0');
  expect(await catalogRows(shop.id)).toEqual(['Tea|125000|130000|4|8901234567890|t|4']);
});

it('asks what columns are when nothing says it, and remembers the answer for the header', async () => {
  const text = 'Maal,Bhav,Aisle\nTea,50,3';
  const sent = await send(text);
  expect(sent).toMatchObject({ state: 'unmapped', dry_run: true });
  expect(columnsOf(sent)).toEqual([null, null, null]);
  const { status, body } = await setColumns(sent.id, ['name', 'price', null]);
  expect([status, body.state]).toEqual([200, 'waiting']);
  const done = await runImports({ vendor, shop }, sent.id);
  expect(done).toMatchObject({ created: 1, ignored_columns: ['Aisle'] });

  const again = await send(`﻿maal,bhav,aisle\nTea,50,3`, false);
  expect(again).toMatchObject({ state: 'waiting', dry_run: false });
  expect(columnsOf(again)).toEqual(['name', 'price', null]);
  await runImports({ vendor, shop }, again.id);
  expect(await catalogRows(shop.id)).toEqual(['Tea|5000|0|t']);

  // The error file has three more columns.
  const corrected = await send('row,column,problem,Maal,Bhav,Aisle\n2,price,x,Coffee,80,3');
  expect(columnsOf(corrected)).toEqual([null, null, null, 'name', 'price', null]);
  const elsewhere = await createShop();
  const other = api.as(await api.signIn({ user: await createMember({ shop: elsewhere }), shop: elsewhere }));
  expect((await sendFile({ vendor: other, shop: elsewhere, text })).body.state).toBe('unmapped');
});

it.each([
  ['that are too few', ['name']],
  ['of which none names the product', ['price', null, null]],
  ['of which one is there twice', ['name', 'name', null]],
  ['that do not exist', ['name', 'aisle', null]],
])('refuses columns %s', async (_what, columns) => {
  const { id } = await send('Maal,Bhav,Aisle\nTea,50,3');
  expect((await setColumns(id, columns)).status).toBe(400);
  expect((await vendor.get(`${path}/${id}`)).body.state).toBe('unmapped');
});

it('refuses other columns for a file that was imported', async () => {
  const { id } = await importAndRun({ vendor, shop, text: 'name,price\nTea,50' });
  expect((await setColumns(id, ['name', null])).status).toBe(409);
});

it('reads a workbook of Excel as a CSV file', async () => {
  const sheet = sheetXml([
    ['Item', 'Unit', 'Rate', 'Barcode'],
    ['Tea', '250 g', 49.949999999999996, 8901234567890],
    ['', '', '', ''],
    ['Oil', '1 l', 'free', ''],
  ]);
  const sent = await send(workbookOf(sheet));
  const done = await runImports({ vendor, shop }, sent.id);
  expect(done).toMatchObject({ created: 1, failed: 1, new_units: [] });
  expect(await rowsOf(sent.id, 'kind=created')).toMatchObject([{ row: 2, name: 'Tea' }]);
  expect(await rowsOf(sent.id, 'kind=failed')).toMatchObject([
    { row: 4, name: 'Oil', problems: [{ column: 'price', code: 'price' }] },
  ]);
});

it('asks once about unusual prices: without the answer, these rows are left out', async () => {
  await createProduct({ shop, name: 'Ghee', variants: [{ pricePaise: 50_000 }] });
  await createProduct({ shop, name: 'Milk', variants: [{ pricePaise: 2_800 }] });
  const text = 'name,price\nGhee,50\nMilk,29\nGift,0';
  const apply = async (body?: object) => {
    const { id } = await importAndRun({ vendor, shop, text, dryRun: true });
    expect((await rowsOf(id, 'kind=unusual')).map(({ row }: { row: number }) => row)).toEqual([2, 4]);
    await vendor.post(`${path}/${id}/apply`, { body });
    return runImports({ vendor, shop }, id);
  };
  const left = await apply();
  expect(countsOf(left)).toBe('0 1 0 2');
  expect(left.problems.map(({ code }: { code: string }) => code)).toEqual(['price_unusual', 'price_unusual']);
  expect(await catalogRows(shop.id)).toEqual(
    ['Ghee|50000|0|t|0', 'Milk|2900|0|t|0'].map((row) => expect.stringContaining(row.split('|').slice(0, 2).join('|'))),
  );
  expect(countsOf(await apply({ accept_unusual: true }))).toBe('1 1 1 0');
});

it('lists changed rows page by page, with their cells before and after', async () => {
  for (const name of ['A', 'B', 'C']) await createProduct({ shop, name, variants: [{ pricePaise: 1_000 }] });
  const { id } = await importAndRun({ vendor, shop, text: 'name,price\nA,11\nB,12\nC,13', dryRun: true });
  const [first, second] = await rowsOf(id, 'kind=changed&limit=2');
  expect(first).toEqual({
    row: 2,
    name: 'A',
    kind: 'changed',
    cells: [{ column: 'price', before: '10.00', after: '11.00' }],
    problems: [],
  });
  expect(await rowsOf(id, `kind=changed&limit=2&after=${second.row}`)).toMatchObject([{ row: 4, name: 'C' }]);
  expect((await vendor.get(`${path}/${id}/rows?kind=perhaps`)).status).toBe(400);
});

it('takes the separator that a person chooses, and finds the columns anew', async () => {
  const text = 'Item|Rate;Qty|MRP;Note\nTea|45;10|50;x\nSalt|24;3|25;y';
  const sent = await send(text);
  expect([sent.layout.delimiter, columnsOf(sent)]).toEqual([';', ['name', 'stock', null]]);
  await runImports({ vendor, shop }, sent.id);
  const { status, body } = await vendor.put(`${path}/${sent.id}/columns`, { body: { delimiter: '|' } });
  expect([status, body.layout.delimiter, columnsOf(body)]).toEqual([200, '|', ['name', null, null]]);
  expect((await vendor.put(`${path}/${sent.id}/columns`, { body: { delimiter: ':' } })).status).toBe(400);
});

it('leaves the cells of a workbook as they are, whatever separator is chosen', async () => {
  const sheet = sheetXml([
    ['Item', 'Rate'],
    ['Tea; Assam', 45],
  ]);
  const sent = await send(workbookOf(sheet));
  await runImports({ vendor, shop }, sent.id);
  const { body } = await vendor.put(`${path}/${sent.id}/columns`, { body: { delimiter: ';' } });
  expect(columnsOf(body)).toEqual(['name', 'price']);
});
