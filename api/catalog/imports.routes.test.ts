import { database } from '@haat/core/db/database';
import { planImport } from '@haat/core/catalog/imports/plan-import';
import { readFile } from '@haat/core/catalog/imports/read-file';
import { runImport } from '@haat/core/catalog/imports/run-import';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { createCategory, createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import { sheetXml, workbookOf } from '@haat/core/test/workbook';
import { beforeEach, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';
import { countsOf, importAndRun, sendFile, catalogRows, runImports } from '../test/import-helpers.ts';

const api = apiTest();
let shop: { id: number; slug: string };
let vendor: ApiCaller;
beforeEach(async () => {
  shop = await createShop();
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
});

const exported = async () => (await vendor.get(`/api/shops/${shop.id}/products.csv`)).text;
const send = (text: string, dryRun = false) => importAndRun({ vendor, shop, text, dryRun });
const errorsOf = async (id: number) => (await vendor.get(`/api/shops/${shop.id}/imports/${id}/errors.csv`)).text;
const activities = async () => {
  const text = `SELECT action, subject, after FROM activity_log WHERE shop_id = $1 ORDER BY id`;
  return (await database().pool.query(text, [shop.id])).rows;
};

it('exports a line for each variant that any spreadsheet opens, and a second import of it changes nothing', async () => {
  const categoryId = await createCategory({ name: 'Snacks', child: 'Sweets' });
  await createProduct({
    shop,
    name: '=HYPERLINK("x")',
    description: "'+ two\r\nlines, and a ; mark",
    categoryId,
    variants: [
      { unit: '500 g', pricePaise: 12_345, mrpPaise: 20_000, stock: 7, barcode: '8901234567890' },
      { unit: '1 kg', size: 'L', color: 'लाल', stock: 0 },
    ],
  });
  await createProduct({ shop, name: "'=quoted", isPublished: false });
  await createProduct({ shop, name: 'घी ₹', description: '-5' });
  const { headers, text } = await vendor.get(`/api/shops/${shop.id}/products.csv`);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toMatch(
    new RegExp(`^attachment; filename="${shop.slug}-products-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
  );
  const lines = text.split('\r\n');
  expect(lines[0]).toContain('product_id,variant_id,name,description,category,subcategory,size,color,unit,price');
  expect(lines.find((line) => line.includes('HYPERLINK'))).toContain(`"'=HYPERLINK(""x"")"`);
  expect(text).toContain("''=quoted");
  // A negative number is not a formula.
  expect(text).not.toMatch(/(^|,)"?([=+@]|-(?!\d+(\.\d+)?(,|$)))/m);

  const before = await catalogRows(shop.id);
  expect(countsOf(await send(text))).toBe('0 0 4 0');
  expect(await catalogRows(shop.id)).toEqual(before);
  expect(await exported()).toBe(text);
});

it('a dry run says what would happen and does nothing; applied, it happens, once', async () => {
  await createCategory({ name: 'Beverages' });
  const { variants } = await createProduct({ shop, name: 'Tea', variants: [{ stock: 5, pricePaise: 5000 }] });
  const text = [
    'name;category;subcategory;unit;price;mrp;stock;barcode;published',
    'Tea;beverages;Black;;55.5;60;9;;',
    'Rose syrup;Syrups;;740 ml;120;;4;8901234567890;no',
    'Rose syrup;;;1 bottle;150;;;;',
    'Sugar;;;;1e3;;;;',
  ].join('\r\n');
  const before = await catalogRows(shop.id);
  const dry = await send(text, true);
  expect(dry).toMatchObject({ state: 'done', dry_run: true, rows: 4, ignored_columns: [] });
  expect(countsOf(dry)).toBe('2 1 0 1');
  expect([dry.new_categories, dry.new_units]).toEqual([
    ['beverages › Black', 'Syrups'],
    ['740 ml', '1 bottle'],
  ]);
  expect(dry.problems).toEqual([{ row: 5, column: 'price', code: 'price', message: expect.stringContaining('49.50') }]);
  expect(dry.preview[0]).toMatchObject({ row: 2, name: 'Tea', kind: 'changed' });
  expect(dry.preview[0].cells).toContainEqual({ column: 'price', before: '50.00', after: '55.50' });
  expect(await catalogRows(shop.id)).toEqual(before);
  expect(await activities()).toEqual([]);

  const path = `/api/shops/${shop.id}/imports/${dry.id}/apply`;
  const [applied, again] = await Promise.all([vendor.post(path), vendor.post(path)]);
  expect([applied.status, again.status]).toEqual([200, 200]);
  const done = await runImports({ vendor, shop }, dry.id);
  expect([done.dry_run, done.state, countsOf(done)]).toEqual([false, 'done', '2 1 0 1']);
  expect(await catalogRows(shop.id)).toEqual([
    'Tea|Black|Beverages|5550|6000|9|t|9',
    'Rose syrup|Syrups|740 ml|12000|4|8901234567890|f|4',
    'Rose syrup|Syrups|1 bottle|15000|0|f',
  ]);
  expect((await vendor.post(path)).body.state).toBe('done');
  await runImports({ vendor, shop }, dry.id);
  expect((await activities()).filter(({ action }) => action === 'products.imported')).toEqual([
    {
      action: 'products.imported',
      subject: 'products.csv',
      after: { created: 2, changed: 1, unchanged: 0, failed: 1 },
    },
  ]);
  expect((await activities()).some(({ action }) => action === 'product.changed')).toBe(false);
  expect(variants[0]?.id).toBeDefined();
});

it('the file of wrong rows has readable reasons, is safe to open, and can be corrected and sent again', async () => {
  const { id } = await send('name,price,stock,Note\n=cmd|x,12.345,-1,@sum\nTea,10,1,ok');
  const errors = await errorsOf(id);
  expect(errors).toContain('row,column,problem,name,price,stock,Note');
  expect(errors).toContain(`2,"price, stock",`);
  expect(errors).toContain(`'=cmd|x,12.345,-1,'@sum`);
  expect(errors).not.toContain('Tea');
  const corrected = await send(errors.replace('12.345', '12.34').replace(',-1,', ',3,'));
  expect([countsOf(corrected), corrected.ignored_columns]).toEqual(['1 0 0 0', ['Note']]);
  expect(await catalogRows(shop.id)).toContain('=cmd|x|1234|3|t|3');
});

it('keeps the cells of a wrong row beyond the last column, so that its problem is still reported', async () => {
  const { id } = await send('name,price,stock\n"Tea, black",10,1,2,=3,,\nSalt,x,1');
  const errors = await errorsOf(id);
  expect(errors).toContain(`,"Tea, black",10,1,2,'=3\r\n`);
  const again = await send(errors);
  expect(countsOf(again)).toBe('0 0 0 2');
  const corrected = await send(errors.replace(`10,1,2,'=3`, '12,3').replace(',x,', ',7,'));
  expect(countsOf(corrected)).toBe('2 0 0 0');
});

it('clears what a cell marks as empty, sets a stock to zero, and keeps that word in a text', async () => {
  const categoryId = await createCategory({ name: 'Clothes', child: 'Shirts' });
  const variants = [{ size: 'M', color: 'Red', unit: '1 pc', mrpPaise: 9000, barcode: '8901234567890', stock: 5 }];
  await createProduct({ shop, name: 'Shirt', description: 'Cotton', categoryId, variants });
  await createProduct({ shop, name: '(empty)', description: "'(Empty)" });
  const before = await exported();
  expect(countsOf(await send(before))).toBe('0 0 2 0');

  const header = 'name,description,subcategory,size,color,unit,mrp,stock,barcode';
  const done = await send(`${header}\nShirt,(empty),(empty),(empty),(empty),(empty),(empty),0,(empty)`);
  expect([countsOf(done), done.problems]).toEqual(['0 1 0 0', []]);
  const [line = ''] = (await exported()).split('\r\n').filter((each) => each.includes('Shirt'));
  expect(line.split(',').slice(2)).toEqual(['Shirt', '', 'Clothes', '', '', '', '', '50.00', '', '0', '', 'yes']);
  expect(await brokenInvariants(database().pool)).toEqual([]);
});

it('does not restore stock that was sold since the dry run, and reports a stock that both changed', async () => {
  const customer = await createUser();
  const { variants } = await createProduct({ shop, name: 'Tea', variants: [{ stock: 5 }] });
  const { variants: other } = await createProduct({ shop, name: 'Salt', variants: [{ stock: 5 }] });
  const dry = await send('name,price,stock\nTea,60,5\nSalt,,50', true);
  expect(countsOf(dry)).toBe('0 2 0 0');
  for (const variant of [variants[0]!, other[0]!]) {
    await placeOrder({ userId: customer.id, body: orderBody([{ variant }]), idempotencyKey: `sold-${variant.id}` });
  }
  await vendor.post(`/api/shops/${shop.id}/imports/${dry.id}/apply`);
  const done = await runImports({ vendor, shop }, dry.id);
  expect(countsOf(done)).toBe('0 1 0 1');
  expect(done.problems).toMatchObject([{ row: 3, column: 'stock', code: 'stock_changed' }]);
  expect(await catalogRows(shop.id)).toEqual(['Tea|6000|4|t|4', 'Salt|5000|4|t|4']);
});

it('neither deadlocks with orders nor loses one', async () => {
  const customer = await createUser();
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, at) => createProduct({ shop, name: `P${at}`, variants: [{ stock: 50 }] })),
  );
  const variants = made.map(({ variants: [first] }) => first!);
  const text = `name,price\n${made.map(({ product }) => `${product.name},60`).join('\n')}`;
  const orders = Array.from({ length: 30 }, async (_, at) => {
    const lines = variants.map((variant) => ({ variant }));
    const key = `while-importing-${at}`;
    const body = orderBody(at % 2 ? lines : lines.toReversed());
    return placeOrder({ userId: customer.id, body, idempotencyKey: key }).then(
      () => 'placed',
      ({ code }: { code: string }) => code,
    );
  });
  const [done, ...outcomes] = await Promise.all([send(text), ...orders]);
  expect([done.state, countsOf(done)]).toEqual(['done', '0 12 0 0']);
  // An order at the old price is rejected with the new one, and for no other reason.
  expect(outcomes.filter((each) => each !== 'placed' && each !== 'price_changed')).toEqual([]);
}, 60_000);

/** An EAN-8 of that number, with its check digit. */
function barcodeOf(nth: number): string {
  const digits = `20000${String(nth).padStart(2, '0')}`;
  const sum = Array.from(digits, Number).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 3 : 1), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

it('stores each of many new products but the one whose barcode was taken since the file was planned', async () => {
  const rows = Array.from({ length: 70 }, (_, at) => `New ${at},${at + 1},${barcodeOf(at)},no`);
  const text = ['name,price,barcode,published', ...rows].join('\n');
  const { body } = await sendFile({ vendor, shop, text });
  const waiting = {
    id: body.id,
    shopId: shop.id,
    isDryRun: false,
    acceptsUnusual: false,
    seen: {},
    dates: {},
    names: [],
  };
  await planImport(waiting, await readFile(text));
  await createProduct({ shop, name: 'Faster', variants: [{ barcode: barcodeOf(30) }] });
  const done = await runImports({ vendor, shop }, body.id);
  expect([done.state, countsOf(done)]).toEqual(['done', '69 0 0 1']);
  expect(done.problems).toMatchObject([{ row: 32, code: 'barcode_taken' }]);
  const stored = await catalogRows(shop.id);
  expect(stored).toHaveLength(70);
  expect(stored.at(-1)).toBe(`New 69|7000|0|${barcodeOf(69)}|f`);
  // It can be undone as a whole.
  expect((await vendor.post(`/api/shops/${shop.id}/imports/${body.id}/undo`)).status).toBe(200);
  expect(await catalogRows(shop.id)).toHaveLength(1);
});

it('a shop has one import at a time, and another one after it was cancelled', async () => {
  const first = await sendFile({ vendor, shop, text: 'name,price\nTea,1' });
  const second = await sendFile({ vendor, shop, text: 'name,price\nTea,1' });
  expect([first.status, second.status, second.body.code]).toEqual([201, 409, 'import_conflict']);
  const cancelled = await vendor.post(`/api/shops/${shop.id}/imports/${first.body.id}/cancel`);
  expect(cancelled.body.state).toBe('cancelled');
  expect((await runImports({ vendor, shop }, first.body.id)).state).toBe('cancelled');
  expect(await catalogRows(shop.id)).toEqual([]);
  expect((await vendor.post(`/api/shops/${shop.id}/imports/${first.body.id}/apply`)).status).toBe(200);
  expect((await sendFile({ vendor, shop, text: 'name,price\nTea,1' })).status).toBe(201);
  const list = await vendor.get(`/api/shops/${shop.id}/imports`);
  expect(list.body.map(({ state }: { state: string }) => state)).toEqual(['waiting', 'cancelled']);
});

it('reads one workbook of a shop at a time, and once, even if two workers do', async () => {
  const text = workbookOf(sheetXml([['name', 'price'], ...Array.from({ length: 60 }, (_, nr) => [`Tea ${nr}`, 5])]));
  const elsewhere = await createShop();
  const others = api.as(await api.signIn({ user: await createMember({ shop: elsewhere }), shop: elsewhere }));
  const first = await sendFile({ vendor, shop, text });
  const second = await sendFile({ vendor, shop, text });
  const other = await sendFile({ vendor: others, shop: elsewhere, text });
  expect([first.body.state, second.body.code, other.body.state]).toEqual(['reading', 'import_conflict', 'reading']);
  await Promise.all([runImport(first.body.id), runImport(first.body.id)]);
  const done = await runImports({ vendor, shop }, first.body.id);
  expect([done.state, countsOf(done)]).toEqual(['done', '60 0 0 0']);
  expect([await uploadsOf(shop), await uploadsOf(elsewhere)]).toEqual([[], [other.body.id]]);
  expect((await sendFile({ vendor, shop, text })).status).toBe(201);
});

/** The imports of a shop whose workbook is stored. */
async function uploadsOf({ id }: { id: number }): Promise<number[]> {
  const { rows } = await database().pool.query<{ id: number }>(
    'SELECT id FROM imports JOIN import_uploads ON import_id = id WHERE shop_id = $1',
    [id],
  );
  return rows.map((row) => row.id);
}

it('says why a workbook could not be read, and keeps nothing of it', async () => {
  const text = Buffer.from('504b030414', 'hex');
  const { body } = await sendFile({ vendor, shop, text });
  const path = `/api/shops/${shop.id}/imports/${body.id}`;
  const early = await vendor.get(`${path}/errors.csv`);
  expect(early.text.split('\r\n')).toEqual(['row,column,problem', '']);
  expect(await runImports({ vendor, shop }, body.id)).toMatchObject({
    state: 'failed',
    refusal: 'spreadsheet_broken',
    finished_at: expect.any(String),
    columns: [],
  });
  expect(await uploadsOf(shop)).toEqual([]);
  expect((await vendor.put(`${path}/columns`, { body: {} })).status).toBe(422);
  const { rowCount } = await database().pool.query('SELECT FROM activity_log WHERE shop_id = $1', [shop.id]);
  expect(rowCount).toBe(0);
});

it('does not read a workbook whose import was cancelled', async () => {
  const { body } = await sendFile({
    vendor,
    shop,
    text: workbookOf(
      sheetXml([
        ['name', 'price'],
        ['Tea', 5],
      ]),
    ),
  });
  await vendor.post(`/api/shops/${shop.id}/imports/${body.id}/cancel`);
  expect(await uploadsOf(shop)).toEqual([]);
  expect(await runImports({ vendor, shop }, body.id)).toMatchObject({ state: 'cancelled', columns: [] });
});

it('fails when the member who started it has lost the right to import', async () => {
  const { body } = await sendFile({ vendor, shop, text: 'name,price\nTea,1' });
  await database().pool.query(`UPDATE shop_members SET role = 'helper' WHERE shop_id = $1`, [shop.id]);
  await runImport(body.id);
  const { rows } = await database().pool.query('SELECT state FROM imports WHERE id = $1', [body.id]);
  expect(rows).toEqual([{ state: 'failed' }]);
  expect(await catalogRows(shop.id)).toEqual([]);
});

it('a dry run that is not finished cannot be applied', async () => {
  const { body } = await sendFile({ vendor, shop, text: 'name,price\nTea,1', dryRun: true });
  const answer = await vendor.post(`/api/shops/${shop.id}/imports/${body.id}/apply`);
  expect([answer.status, answer.body.code]).toEqual([409, 'import_conflict']);
});

it('scripts in names are text, and the catalogs of others do not change', async () => {
  const elsewhere = await createShop();
  const { product, variants } = await createProduct({ shop: elsewhere, variants: [{ barcode: '8901234567890' }] });
  const before = await catalogRows(elsewhere.id);
  const done = await send(
    `product_id,variant_id,name,price,barcode\n${product.id},,x,1,\n,${variants[0]!.id},x,1,\n,,<script>alert(1)</script>,5,8901234567890`,
  );
  expect(countsOf(done)).toBe('1 0 0 2');
  expect(done.problems.map(({ code }: { code: string }) => code)).toEqual(['product_unknown', 'variant_unknown']);
  expect(await catalogRows(elsewhere.id)).toEqual(before);
});

it.each([
  ['no file', {}, 400],
  ['an empty file', { file: new File([], 'x.csv') }, 400],
  ['a text instead of a file', { file: 'name,price' }, 400],
  ['a dry run that is neither yes nor no', { file: new File(['name\nx'], 'x.csv'), dry_run: 'perhaps' }, 400],
  ['a file in UTF-16', { file: new File([Buffer.from('\uFEFFname\nx', 'utf16le')], 'x.csv') }, 422],
  ['a file above 5 MB', { file: new File(['x'.repeat(5 * 1024 * 1024 + 1)], 'x.csv') }, 413],
])('refuses %s, and keeps nothing', async (_what, fields, status) => {
  const answer = await vendor.post(`/api/shops/${shop.id}/imports`, { body: formOf(fields) });
  expect(answer.status).toBe(status);
  expect((await vendor.get(`/api/shops/${shop.id}/imports`)).body).toEqual([]);
});

it('rejects more files after twenty that could not be read, and counts no others', async () => {
  const read = () => sendFile({ vendor, shop, text: 'name,price\nTea,1', dryRun: true });
  const cancel = ({ body }: { body: { id: number } }) => vendor.post(`/api/shops/${shop.id}/imports/${body.id}/cancel`);
  const statuses: number[] = [];
  const broken = await sendFile({ vendor, shop, text: Buffer.from('504b030414', 'hex') });
  await runImport(broken.body.id);
  const workbook = await sendFile({
    vendor,
    shop,
    text: workbookOf(
      sheetXml([
        ['name', 'price'],
        ['Tea', 5],
      ]),
    ),
  });
  await runImport(workbook.body.id);
  for (let at = 0; at < 19; at += 1) {
    const sent = await read();
    await cancel(sent);
    statuses.push(sent.status, (await sendFile({ vendor, shop, text: 'name\n"Tea' })).status);
  }
  expect(new Set(statuses)).toEqual(new Set([201, 422]));
  const { status, body } = await read();
  expect([status, body.code]).toEqual([429, 'rate_limited']);
  expect(body.retry_after).toBeGreaterThan(3_500);
});

it('takes no more of a file name than a list shows', async () => {
  const file = new File(['name,price\nTea,1'], `..\\..\\दुकान ${'x'.repeat(300)}.csv`);
  const { body } = await vendor.post(`/api/shops/${shop.id}/imports`, { body: formOf({ file }) });
  expect(body.file_name).toMatch(/^दुकान x+$/);
  expect(body.file_name).toHaveLength(120);
});

it('an export whose client disconnects half-way releases its resources', async () => {
  await Promise.all(Array.from({ length: 30 }, () => createProduct({ shop })));
  const { token } = await api.signIn({ user: await createMember({ shop }), shop });
  for (let at = 0; at < 20; at += 1) {
    const cancel = new AbortController();
    const answer = await fetch(`${api.url}/api/shops/${shop.id}/products.csv`, {
      headers: { authorization: `Bearer ${token}` },
      signal: cancel.signal,
    });
    expect(answer.status).toBe(200);
    cancel.abort();
  }
  expect((await exported()).split('\r\n')).toHaveLength(32);
});

it('all imports keep the accounting invariants', async () => {
  expect(await brokenInvariants(database().pool)).toEqual([]);
});
