import { emptyUploads, removeUploads, uploads } from '../test/uploads-folder.ts';
import { shopProductView } from '@haat/contract/catalog/products.calls';
import { connectBus } from '@haat/core/live/connect-bus';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { tableChecksums } from '@haat/core/test/table-checksums';
import { createCategory, createMember, createProduct, createShop } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { clearLimits } from '@haat/core/test/limits';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createPhoto } from '../test/photo.ts';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';
import { createRequiredOptions, REQUIRED_FIELDS } from '../test/required-fields.ts';

const api = apiTest();
let shop: Shop;
let vendor: ApiCaller;
afterAll(() => removeUploads());
beforeEach(async () => {
  await clearLimits();
  emptyUploads();
  await createRequiredOptions();
  shop = await createShop();
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
});

const COCONUT = { name: 'Coconut', price: '45', stock: '12', ...REQUIRED_FIELDS };
const add = (fields: Record<string, string | Blob>, who = vendor) =>
  who.post('/api/products', { body: formOf(fields) });
const rows = async (text: string) => (await database().pool.query(text, [shop.id])).rows;
const activity = () => rows('SELECT action, subject, after FROM activity_log WHERE shop_id = $1 ORDER BY id');

describe('POST /api/products', () => {
  it('adds a product that is free only when that is confirmed', async () => {
    const free = { ...COCONUT, price: '0' };
    expect((await add(free)).body).toMatchObject({ code: 'price_unconfirmed' });
    expect(await rows('SELECT name FROM products WHERE shop_id = $1')).toEqual([]);
    expect((await add({ ...free, confirm_free: '1' })).status).toBe(201);
  });

  it('puts a product with one variant in the catalog, as the form of the specification sends it', async () => {
    const categoryId = await createCategory({ name: `Fruits ${shop.id}`, child: 'Palm fruits' });
    const unit = await vendor.post('/api/units', { body: { name: 'armful' } });
    const fields = {
      description: 'Line one\nline two',
      barcode: '2000000000015',
      unit_id: String(unit.body.id),
      unit: '',
    };
    const { status, body } = await add({
      ...COCONUT,
      ...fields,
      category_id: String(categoryId),
      unitPrice: '42.50',
      unitStock: '7',
      image: await createPhoto(),
    });
    expect(status).toBe(201);
    expect(shopProductView.strict().parse(body)).toMatchObject({
      name: 'Coconut',
      description: 'Line one\nline two',
      price: 42.5,
      stock: 7,
      category: `Fruits ${shop.id}`,
      subcategory: 'Palm fruits',
      barcode: '2000000000015',
      unit: 'armful',
      published: true,
      variants: [{ price: 42.5, stock: 7, unit: { id: unit.body.id, name: 'armful' }, barcode: '2000000000015' }],
    });
    expect(uploads()).toHaveLength(3);
    const catalog = await api.as().get(`/api/products?shopId=${shop.id}`);
    const listed = { name: 'Coconut', image: body.image, barcode: '2000000000015', shop_id: shop.id };
    expect(catalog.body).toMatchObject([{ id: body.id, ...listed }]);
    expect(catalog.body[0].variants[0]).not.toHaveProperty('barcode');
    expect(await activity()).toMatchObject([
      { action: 'unit.added', subject: 'armful' },
      {
        action: 'product.added',
        subject: 'Coconut',
        after: { name: 'Coconut', variants: [{ form: 'armful', stock: 7 }] },
      },
    ]);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('takes several variants, by the names of their forms', async () => {
    const variants = [
      { size: 'M', color: 'Red', unit: 'test piece', price: 499.5, mrp: '599', stock: '3', barcode: '2000000000015' },
      { size: 'L', color: 'Red', price: '549', stock: 0, barcode: '' },
    ];
    const { status, body } = await add({ ...REQUIRED_FIELDS, name: 'Kurta', variants: JSON.stringify(variants) });
    expect([status, body.variants]).toMatchObject([
      201,
      [
        { size: { name: 'M' }, color: { name: 'Red' }, unit: { name: 'test piece' }, price: 499.5, mrp: 599, stock: 3 },
        { size: { name: 'L' }, price: 549, mrp: null, stock: 0, barcode: null },
      ],
    ]);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('finds the unit by its name, and makes one of the shop that is new', async () => {
    const first = await add({ ...COCONUT, unit: 'Score' });
    const second = await add({ ...COCONUT, name: 'Egg', unit: 'score' });
    expect(first.body.variants[0].unit).toEqual(second.body.variants[0].unit);
    expect(await rows('SELECT name FROM units WHERE shop_id = $1')).toEqual([{ name: 'Score' }]);
  });

  it('makes a size that is new once, though many name it at once', async () => {
    const variants = JSON.stringify(
      ['XS', 'XXL'].map((size) => ({ size: `${size} ${shop.id}`, unit: 'test piece', price: 10, stock: 1 })),
    );
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, nr) => add({ ...REQUIRED_FIELDS, name: `Shirt ${nr}`, variants })),
    );
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 201));
    expect(new Set(all.map(({ body }) => body.variants[0].size.id)).size).toBe(1);
  });

  it('signals the viewers of the catalog at once', async () => {
    const bus = await connectBus();
    const received = new Promise((resolve) => bus.subscribe((signal) => signal.type === 'catalog' && resolve(signal)));
    await add(COCONUT);
    const version = (await rows('SELECT version FROM catalogs WHERE shop_id = $1'))[0].version;
    expect(await received).toEqual({ type: 'catalog', shopId: shop.id, version });
    await bus.close();
  });

  const BAD_NUMBERS = ['1e3', '0x10', '१२', '12.345', '-0', '-1', 'NaN', 'Infinity', '1,000', ' ', '+1', '.5', '1.'];
  const WRONG: Record<string, string>[] = [
    ...BAD_NUMBERS.map((price) => ({ price })),
    ...BAD_NUMBERS.map((stock) => ({ stock })),
    { stock: '2147483648' },
    { stock: '1.5' },
    { stock: '' },
    { price: '' },
    { price: '100000001' },
    { name: '' },
    { name: ' ' },
    { name: 'a\u0000b' },
    { name: 'x'.repeat(121) },
    { description: 'a\u0000b' },
    { description: 'x'.repeat(2001) },
    { barcode: '2000000000016' },
    { barcode: '8901030865279' },
    { subcategory: '' },
    { unit: '' },
    { category_id: '999999999' },
    { category_id: '1e3' },
    { unit_id: '999999999' },
    { shop_id: 'x' },
    { variants: '{' },
    { variants: '[]' },
    { variants: '{}' },
    { variants: 'null' },
    { variants: '[{"unit":"kg","stock":1}]' },
    { variants: '[{"unit":"kg","price":1e400}]' },
    { variants: '[{"price":10}]' },
    { variants: '[{"unit":"kg","price":1,"size":"M"},{"unit":"kg","price":2,"size":"M"}]' },
    { variants: '[{"unit":"kg","price":10,"mrp":9}]' },
    { variants: '[{"unit":"kg","id":1,"price":10}]' },
    {
      variants: '[{"unit":"kg","price":1,"size":"M","barcode":"2000000000015"},{"price":2,"barcode":"2000000000015"}]',
    },
  ];
  it.each(WRONG)('refuses %j, names the field, and stores nothing', async (wrong) => {
    const before = await tableChecksums();
    const { status, body } = await add({ ...COCONUT, ...wrong, image: await createPhoto() });
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    const field = Object.keys(wrong)[0]!;
    const text = { category_id: 'category', variants: '' }[field] ?? field;
    expect(`${body.message} ${JSON.stringify(body.issues)}`).toContain(text);
    expect({ ...(await tableChecksums()), 'public.rate_limits': '' }).toEqual({ ...before, 'public.rate_limits': '' });
    expect(uploads()).toEqual([]);
  });

  it('refuses a field that is sent twice', async () => {
    const form = formOf(COCONUT);
    form.append('price', '1');
    const { status, body } = await vendor.post('/api/products', { body: form });
    expect([status, body.code, body.message.startsWith('price')]).toEqual([400, 'invalid_input', true]);
  });

  it('keeps stored scripts as text', async () => {
    const name = '<script>alert(1)</script>';
    expect((await add({ ...COCONUT, name, description: name })).body).toMatchObject({ name, description: name });
  });

  it('allows a barcode on one product of a shop, also when two tablets add it at once', async () => {
    const barcode = '2000000000015';
    const both = await Promise.all(['A', 'B', 'C', 'D'].map((name) => add({ ...COCONUT, name, barcode })));
    expect(both.filter(({ status }) => status === 409)).toHaveLength(3);
    const winner = both.find(({ status }) => status === 201)!.body;
    const loser = both.find(({ status }) => status === 409)!.body;
    expect(loser).toMatchObject({ code: 'barcode_taken', product: { id: winner.id, name: winner.name } });
    expect(loser.message).toBe(`The barcode ${barcode} belongs to ${winner.name}.`);
    const elsewhere = await createShop();
    const other = api.as(await api.signIn({ user: await createMember({ shop: elsewhere }), shop: elsewhere }));
    expect((await add({ ...COCONUT, barcode }, other)).status).toBe(201);
    await vendor.request('DELETE', `/api/products/${winner.id}`);
    expect((await add({ ...COCONUT, barcode })).status).toBe(201);
    expect((await vendor.post(`/api/products/${winner.id}/restore`)).body.code).toBe('barcode_taken');
  });

  it('does not take a category or unit that belongs to another shop', async () => {
    const elsewhere = await createShop();
    const other = api.as(await api.signIn({ user: await createMember({ shop: elsewhere }), shop: elsewhere }));
    const category = await other.post('/api/categories', { body: { name: 'Own' } });
    const unit = await other.post('/api/units', { body: { name: 'own' } });
    expect((await add({ ...COCONUT, category_id: String(category.body.id) })).body.message).toBe(
      'Invalid subcategory selected',
    );
    expect((await add({ ...COCONUT, unit_id: String(unit.body.id) })).status).toBe(400);
  });

  it('leaves products of other shops alone', async () => {
    const { product } = await createProduct({ shop: await createShop() });
    await add(COCONUT);
    const row = await database().pool.query('SELECT name FROM products WHERE id = $1', [product.id]);
    expect(row.rows).toEqual([{ name: product.name }]);
  });
});
