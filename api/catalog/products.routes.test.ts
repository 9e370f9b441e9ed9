import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { request } from 'node:http';
import { productPage, productView, shopProductView } from '@haat/contract/catalog/products.calls';
import { database } from '@haat/core/db/database';
import { Shop } from '@haat/core/db/shops.models';
import { createCategory, createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { catalogCache, catalogVersions } from '@haat/core/catalog/catalog';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { apiTest } from '../test/api-client.ts';

const api = apiTest();

const catalog = (shopId: number, more = '') => api.as().get(`/api/products?shopId=${shopId}${more}`);
const productList = z.array(z.strictObject(productView.shape));

describe('GET /api/products', () => {
  it('answers the published products in the shape of the contract', async () => {
    const shop = await createShop();
    const categoryId = await createCategory({ name: 'Dairy', child: 'Milk & curd' });
    const { product, variants } = await createProduct({
      shop,
      name: 'Toned milk',
      categoryId,
      image: '/uploads/milk-320.webp',
      variants: [
        { unit: '500 ml', pricePaise: 2650, mrpPaise: 2800, stock: 4, barcode: '2000000000015' },
        { unit: '1 L', pricePaise: 5200, stock: 0 },
      ],
    });
    const { status, body } = await catalog(shop.id);
    expect(status).toBe(200);
    const [small, large] = variants.map((variant) => ({ id: variant.id, unit: variant.unitId }));
    expect(productList.parse(body)).toEqual([
      {
        id: product.id,
        name: 'Toned milk',
        description: null,
        price: 26.5,
        stock: 4,
        image: '/uploads/milk-320.webp',
        category_name: 'Dairy',
        category: 'Dairy',
        subcategory: 'Milk & curd',
        category_id: categoryId,
        category_position: null,
        unit: '500 ml',
        unitPrice: 26.5,
        unitStock: 4,
        units: [
          { id: small?.unit, name: '500 ml', price: 26.5, stock: 4 },
          { id: large?.unit, name: '1 L', price: 52, stock: 0 },
        ],
        variants: [
          {
            id: small?.id,
            price: 26.5,
            mrp: 28,
            stock: 4,
            size: null,
            color: null,
            unit: { id: small?.unit, name: '500 ml' },
          },
          {
            id: large?.id,
            price: 52,
            mrp: null,
            stock: 0,
            size: null,
            color: null,
            unit: { id: large?.unit, name: '1 L' },
          },
        ],
        barcode: '2000000000015',
        shopId: shop.id,
        shop_id: shop.id,
      },
    ]);
  });

  it('shows a product without category as Uncategorized, and one without unit without it', async () => {
    const shop = await createShop();
    await createProduct({
      shop,
      variants: [
        { size: 'M', color: 'Red' },
        { size: 'L', color: 'Red' },
      ],
    });
    const { body } = await catalog(shop.id);
    expect(productList.parse(body)[0]).toMatchObject({
      category_name: 'Uncategorized',
      category: null,
      subcategory: null,
      unit: null,
      unitPrice: null,
      unitStock: null,
      units: [],
      variants: [{ size: { name: 'M' }, color: { name: 'Red' } }, { size: { name: 'L' } }],
    });
  });

  it('leaves out what is unpublished, deleted, or has nothing to sell', async () => {
    const shop = await createShop();
    await createProduct({ shop, name: 'in the catalog' });
    await createProduct({ shop, isPublished: false });
    await createProduct({ shop, deletedAt: new Date() });
    await createProduct({ shop, variants: [] });
    expect((await catalog(shop.id)).body.map(({ name }: { name: string }) => name)).toEqual(['in the catalog']);
  });

  it('answers an empty list for an empty shop, and does not find one that is unknown or suspended', async () => {
    const [empty, suspended] = [await createShop(), await createShop({ suspendedAt: new Date() })];
    expect((await catalog(empty.id)).body).toEqual([]);
    expect((await catalog(suspended.id)).status).toBe(404);
    expect((await catalog(999_999_999)).body.error).toBe('Shop Not Found');
    expect((await catalog(suspended.id, '&limit=5')).status).toBe(404);
  });

  it('hides a shop within two seconds of its suspension', async () => {
    const shop = await createShop();
    await createProduct({ shop });
    expect((await catalog(shop.id)).status).toBe(200);
    await Shop.query().findById(shop.id).patch({ suspendedAt: new Date() });
    catalogCache.invalidateAll();
    expect((await catalog(shop.id)).status).toBe(404);
  });

  it('pages by id', async () => {
    const shop = await createShop();
    for (let nth = 0; nth < 5; nth += 1) await createProduct({ shop });
    const all: number[] = (await catalog(shop.id)).body.map(({ id }: { id: number }) => id);
    const first = (await catalog(shop.id, '&limit=2')).body.map(({ id }: { id: number }) => id);
    const rest = (await catalog(shop.id, `&limit=9&after=${first[1]}`)).body.map(({ id }: { id: number }) => id);
    expect([first, rest]).toEqual([all.slice(0, 2), all.slice(2)]);
  });

  it('asks the database once for the catalog and not at all for what follows', async () => {
    const shop = await createShop();
    await createProduct({ shop });
    const query = vi.spyOn(database().pool, 'query');
    await catalog(shop.id);
    await catalog(shop.id);
    await catalog(shop.id);
    expect(query).toHaveBeenCalledTimes(1);
    query.mockRestore();
  });

  it.each([
    '',
    'shopId=',
    'shopId=0',
    'shopId=-1',
    'shopId=1.5',
    'shopId=abc',
    'shopId=1%00',
    'shopId=99999999999999999999',
    'shopId=1&shopId=2',
    "shopId=1'--",
    'shopId=1&limit=0',
    'shopId=1&limit=x',
    'shopId=1&after=-4',
  ])('refuses ?%s', async (query) => {
    const { status, body } = await api.as().get(`/api/products?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  });
});

/** Without the headers that fetch adds and its automatic decompression. */
function raw(path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    request(api.url + path, { headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(parts) }),
      );
    })
      .on('error', reject)
      .end();
  });
}

describe('how a catalog is sent', () => {
  const path = async () => {
    const shop = await createShop();
    for (let nth = 0; nth < 20; nth += 1) await createProduct({ shop });
    return { shop, path: `/api/products?shopId=${shop.id}` };
  };

  it.each([
    { accept: 'br, gzip', encoding: 'br', unpack: brotliDecompressSync },
    { accept: 'gzip, deflate', encoding: 'gzip', unpack: gunzipSync },
    { accept: 'gzip;q=1, br;q=0.1', encoding: 'gzip', unpack: gunzipSync },
    { accept: 'identity', encoding: undefined, unpack: (bytes: Buffer) => bytes },
    { accept: 'zstd', encoding: undefined, unpack: (bytes: Buffer) => bytes },
    { accept: 'br;q=0, gzip;q=0, identity;q=0', encoding: undefined, unpack: (bytes: Buffer) => bytes },
  ])('with Accept-Encoding "$accept" as $encoding', async ({ accept, encoding, unpack }) => {
    const { path: url } = await path();
    const { headers, bytes } = await raw(url, { 'accept-encoding': accept });
    expect(headers['content-encoding']).toBe(encoding);
    expect(headers.vary).toMatch(/accept-encoding/i);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(Number(headers['content-length'])).toBe(bytes.length);
    expect(JSON.parse(unpack(bytes).toString())).toHaveLength(20);
  });

  it('returns 304 for a matching ETag until the catalog changes', async () => {
    const { shop, path: url } = await path();
    const first = await raw(url, { 'accept-encoding': 'br' });
    const again = await raw(url, { 'accept-encoding': 'gzip', 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, first.headers.etag]);
    await createProduct({ shop });
    catalogCache.invalidateAll();
    const changed = await raw(url, { 'if-none-match': String(first.headers.etag) });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(first.headers.etag);
  });
});

describe('GET /api/products/{id}', () => {
  const path = async (fields: Partial<Parameters<typeof createProduct>[0]> = {}) => {
    const shop = fields.shop ?? (await createShop());
    const { product } = await createProduct({ variants: [{ barcode: '2000000000015' }], ...fields, shop });
    return { shop, id: product.id, path: `/api/products/${product.id}` };
  };

  it('answers the same to everybody, logged in or not', async () => {
    const { shop, path: url } = await path();
    const [customer, vendor] = [await createUser(), await createMember({ shop })];
    const asked = [api.as(), api.as('garbage')];
    for (const user of [customer, vendor]) asked.push(api.as(await api.signIn({ user, shop })));
    const answers = await Promise.all(asked.map((who) => who.get(url)));
    expect(z.strictObject(productPage.shape).parse(answers[0]?.body)).toMatchObject({ barcode: '2000000000015' });
    for (const { status, text } of answers) expect([status, text]).toEqual([200, answers[0]?.text]);
  });

  it('returns 404 to everybody for hidden, deleted and unknown products and those of suspended shops', async () => {
    const shop = await createShop();
    const vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
    const suspended = await path();
    await Shop.query().findById(suspended.shop.id).patch({ suspendedAt: new Date() });
    const missing = [
      await path({ shop, isPublished: false }),
      await path({ shop, deletedAt: new Date() }),
      suspended,
      { path: '/api/products/999999999' },
    ];
    for (const who of [api.as(), vendor]) {
      const answers = await Promise.all(missing.map((each) => who.get(each.path)));
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
  });

  it('returns 304 for a matching ETag until the product changes', async () => {
    const { id, path: url } = await path();
    const first = await raw(url, { 'accept-encoding': 'br' });
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await raw(url, { 'accept-encoding': 'gzip', 'if-none-match': String(first.headers.etag) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    await database().knex('variants').where({ product_id: id }).update({ stock: 3 });
    catalogVersions.invalidateAll();
    const changed = await raw(url, { 'if-none-match': String(first.headers.etag) });
    expect([changed.status, JSON.parse(changed.bytes.toString()).stock]).toEqual([200, 3]);
  });

  it.each(['0', '-1', 'abc', '1.0', '%00', '1%00', '99999999999999999999', "1'"])('refuses %s as an id', async (id) => {
    const { status, body } = await api.as().get(`/api/products/${id}`);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  });
});

describe('GET /api/shops/{id}/products/{id}', () => {
  it('shows a hidden product to those who manage its shop, and none of another shop', async () => {
    const [shop, otherShop] = [await createShop(), await createShop()];
    const vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
    const { product } = await createProduct({ shop, isPublished: false, variants: [{ barcode: '2000000000015' }] });
    const { product: foreign } = await createProduct({ shop: otherShop });
    const ask = (id: number, at = shop) => vendor.get(`/api/shops/${at.id}/products/${id}`);
    const { body } = await ask(product.id);
    expect(shopProductView.strict().parse(body)).toMatchObject({ published: false, barcode: '2000000000015' });
    expect((await ask(foreign.id)).status).toBe(404);
    expect((await ask(foreign.id, otherShop)).status).toBe(403);
  });
});
