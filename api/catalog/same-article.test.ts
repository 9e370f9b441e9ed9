import { randomUUID } from 'node:crypto';
import { database } from '@haat/core/db/database';
import { createMember, createProduct, createShop } from '@haat/core/test/factories';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';
import { catalogRows, countsOf, importAndRun } from '../test/import-helpers.ts';
import { createRequiredOptions, REQUIRED_FIELDS } from '../test/required-fields.ts';

const api = apiTest();
let shop: { id: number };
let vendor: ApiCaller;
beforeEach(async () => {
  await createRequiredOptions();
  shop = await createShop();
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
});

/** What UPC-A, EAN-13 and GTIN-14 write for one article. */
const FORMS = ['036000291452', '0036000291452', '00036000291452'];
const pairs = FORMS.flatMap((stored) => FORMS.map((asked) => [stored, asked] as const));

const get = async (path: string) => (await vendor.get(path)).body;
const ofShop = (path: string) => `/api/shops/${shop.id}/${path}`;
const suggested = (barcode: string) => get(`/api/catalog/products?barcode=${barcode}`);
const save = (id: number, fields: Record<string, string>) =>
  vendor.put(`/api/products/${id}`, { body: formOf(fields) });

describe.each(pairs)('with the barcode %s, %s', (stored, asked) => {
  let sold: Awaited<ReturnType<typeof createProduct>>;
  beforeEach(async () => {
    sold = await createProduct({ shop, name: 'Tissues', variants: [{ barcode: stored, stock: 3 }] });
  });

  it('is found by every search and scan, and counted', async () => {
    const found = { id: sold.product.id };
    expect(await get(ofShop(`products?barcode=${asked}`))).toMatchObject([found]);
    expect(await get(ofShop(`products?search=${asked}`))).toMatchObject([found]);
    expect(await get(ofShop(`stock-items?search=${asked.slice(0, 9)}`))).toMatchObject([{ name: 'Tissues' }]);
    expect(await get(`/api/scan?code=${asked}&shopId=${shop.id}`)).toMatchObject({ variant: { name: 'Tissues' } });
    expect(await suggested(asked)).toMatchObject([{ name: 'Tissues', source: 'shops' }]);
    const { body: matches } = await vendor.post(ofShop('picture-imports/matches'), { body: { names: [asked] } });
    expect(matches).toMatchObject([{ product: found }]);
    const take = (await vendor.post(ofShop('stock-takes'), { body: {} })).body;
    const headers = { 'idempotency-key': randomUUID() };
    const counts = ofShop(`stock-takes/${take.id}/counts`);
    expect((await vendor.post(counts, { body: { barcode: asked, add: 1 }, headers })).body).toMatchObject({
      variant_id: sold.variants[0]!.id,
      counted: 1,
    });
  });

  it('is no second product, by an import, by hand or from the known ones', async () => {
    const text = `name,barcode,price,stock\nTissues,${asked},50,3\n`;
    expect(countsOf(await importAndRun({ vendor, shop, text }))).toBe('0 0 1 0');
    const twice = `name,barcode,price,stock\nSoap,8901234567890,10,1\nBar,08901234567890,10,1\n`;
    expect(countsOf(await importAndRun({ vendor, shop, text: twice }))).toBe('1 0 0 1');
    const body = formOf({ name: 'Others', price: '50', stock: '1', barcode: asked, ...REQUIRED_FIELDS });
    expect((await vendor.post('/api/products', { body })).body.code).toBe('barcode_taken');
    const products = [{ name: 'Others', price: 50, stock: 1, barcode: asked }];
    expect((await vendor.post(ofShop('known-products'), { body: { products } })).body.refused).toMatchObject([
      { reason: 'barcode_taken' },
    ]);
    const variants = JSON.stringify([
      { unit: '1 kg', price: 1, barcode: '4006381333931' },
      { unit: '2 kg', price: 1, barcode: '04006381333931' },
    ]);
    expect(
      (await vendor.post('/api/products', { body: formOf({ name: 'Two', variants, ...REQUIRED_FIELDS }) })).status,
    ).toBe(400);
  });
});

describe('a barcode that another product has taken by then, in another form', () => {
  const [short = '', long = ''] = FORMS;
  const take = () => createProduct({ shop, name: 'Others', variants: [{ barcode: long }] });

  it('is not restored with its product', async () => {
    const { product } = await createProduct({ shop, name: 'Tissues', variants: [{ barcode: short }] });
    await vendor.request('DELETE', `/api/products/${product.id}`);
    await take();
    expect((await vendor.post(`/api/products/${product.id}/restore`)).body.code).toBe('barcode_taken');
  });

  it('is not restored with the products of a bulk change', async () => {
    const { product } = await createProduct({ shop, name: 'Tissues', variants: [{ barcode: short }] });
    const body = { products: [product.id], change: { kind: 'delete' } };
    const { id } = (await vendor.post(ofShop('products/bulk-changes'), { body })).body;
    await take();
    const { body: undone } = await vendor.post(`/api/bulk-changes/${id}/undo`);
    expect(undone.refused).toMatchObject([{ name: 'Tissues', reason: 'barcode_taken' }]);
  });

  it('is not given back by the undo of an import', async () => {
    const { variants } = await createProduct({ shop, name: 'Tissues', variants: [{ barcode: short }] });
    const text = `variant_id,barcode\n${variants[0]!.id},8901234567890\n`;
    const { id } = await importAndRun({ vendor, shop, text });
    await take();
    await vendor.post(ofShop(`imports/${id}/undo`));
    const lines = (await catalogRows(shop.id)).map((line) => line.split('|').at(-3));
    expect(lines).toEqual(['8901234567890', long]);
  });
});

describe('a code of the shop', () => {
  const add = (name: string, barcode: string) =>
    vendor.post('/api/products', { body: formOf({ name, price: '50', stock: '1', barcode, ...REQUIRED_FIELDS }) });

  it('is saved, scanned, counted and imported like a barcode, in capital letters or not', async () => {
    expect([(await add('Loose sugar', 'AB-12')).status, (await add('Sweets', '0101')).status]).toEqual([201, 201]);
    for (const [code, name] of [
      ['ab-12', 'Loose sugar'],
      ['0101', 'Sweets'],
      ['101', 'Sweets'],
    ] as const) {
      expect(await get(`/api/scan?code=${code}&shopId=${shop.id}`)).toMatchObject({ variant: { name } });
      expect(await get(`/api/scan?code=${code}`)).toMatchObject({ variant: { name } });
      expect(await get(ofShop(`stock-items?search=${code}`))).toMatchObject([{ name }]);
      expect(await get(ofShop(`products?barcode=${code}`))).toMatchObject([{ name }]);
      expect((await add('Another', code)).body.code).toBe('barcode_taken');
      const take = (await vendor.post(ofShop('stock-takes'), { body: {} })).body;
      const counts = ofShop(`stock-takes/${take.id}/counts`);
      const headers = { 'idempotency-key': randomUUID() };
      expect((await vendor.post(counts, { body: { barcode: code, add: 1 }, headers })).body).toMatchObject({ name });
      await vendor.post(ofShop(`stock-takes/${take.id}/cancel`));
      const text = `barcode,price,stock\n${code},55,1\n`;
      expect(countsOf(await importAndRun({ vendor, shop, text }))).toMatch(/^0 [01] [01] 0$/);
    }
    expect(await suggested('AB-12')).toEqual([]);
  });

  it('means a product in a named shop first, and elsewhere the shop that has it as its name', async () => {
    const other = await createShop();
    await add('Loose sugar', other.slug);
    expect(await get(`/api/scan?code=${other.slug}&shopId=${shop.id}`)).toMatchObject({ kind: 'product' });
    expect(await get(`/api/scan?code=${other.slug}`)).toMatchObject({ kind: 'shop' });
    expect((await api.as().get(`/api/scan?code=${other.slug}`)).body).toMatchObject({ kind: 'shop' });
  });

  it.each(['8901234567894', '12345678', 'AB 12', 'x'.repeat(21)])('is not %s', async (code) => {
    expect((await add('Loose sugar', code)).body).toMatchObject({
      code: 'invalid_input',
      error: expect.stringContaining('must be a valid barcode'),
    });
  });
});

describe('two products that have had two forms of one number', () => {
  let first: Awaited<ReturnType<typeof createProduct>>;
  let second: Awaited<ReturnType<typeof createProduct>>;
  beforeEach(async () => {
    const [short = '', long = ''] = FORMS;
    await createProduct({ shop, name: 'Hidden', isPublished: false, variants: [{ barcode: long }] });
    first = await createProduct({
      shop,
      name: 'First',
      variants: [{ barcode: short }, { barcode: long, unit: 'Box' }],
    });
    second = await createProduct({ shop, name: 'Second', variants: [{ barcode: long }] });
  });

  it('are found as the first one on sale, and go on as they are', async () => {
    for (const form of FORMS) {
      expect(await get(`/api/scan?code=${form}&shopId=${shop.id}`)).toMatchObject({ variant: { name: 'First' } });
      expect(await suggested(form)).toHaveLength(1);
    }
    for (const { product, variants } of [first, second]) {
      const variantId = variants[0]!.id;
      expect((await save(product.id, { price: '40', description: 'New' })).status).toBe(200);
      expect((await vendor.patch(`/api/variants/${variantId}/stock`, { body: { stock: 7 } })).status).toBe(200);
      const text = `variant_id,barcode,price\n${variantId},${product.id === first.product.id ? FORMS[0] : FORMS[1]},45\n`;
      expect(countsOf(await importAndRun({ vendor, shop, text }))).toBe('0 1 0 0');
    }
    expect((await catalogRows(shop.id)).filter((line) => line.includes('|4500|'))).toHaveLength(2);
  });

  it('come back as they were when an import is undone', async () => {
    const text = `variant_id,price\n${second.variants[0]!.id},45\n`;
    const { id } = await importAndRun({ vendor, shop, text });
    expect((await vendor.post(ofShop(`imports/${id}/undo`))).status).toBe(200);
    const { rows } = await database().pool.query('SELECT price_paise FROM variants WHERE id = $1', [
      second.variants[0]!.id,
    ]);
    expect(rows).toEqual([{ price_paise: 5000 }]);
  });

  it('are named by the editor when one of them is saved', async () => {
    const [variant] = (await get(`/api/products/${second.product.id}`)).variants;
    const variants = JSON.stringify([{ id: variant.id, price: 50, barcode: FORMS[1] }]);
    const { status, body } = await save(second.product.id, { variants });
    expect([status, body.code, body.error]).toEqual([409, 'barcode_taken', expect.stringMatching(/Hidden|First/)]);
  });
});
