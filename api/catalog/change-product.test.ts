import { emptyUploads, removeUploads, uploads } from '../test/uploads-folder.ts';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { createCategory, createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import { clearLimits } from '@haat/core/test/limits';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPhoto } from '../test/photo.ts';
import { apiTest, type Answer, type ApiCaller } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';

const api = apiTest();
let shop: Shop;
let vendor: ApiCaller;
let id: number;
let ids: number[];
afterAll(() => removeUploads());
beforeEach(async () => {
  await clearLimits();
  emptyUploads();
  shop = await createShop();
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
  const made = await createProduct({
    shop,
    name: 'Milk',
    description: 'Fresh',
    variants: [
      { unit: '500 ml', pricePaise: 2600, mrpPaise: 2800, stock: 10, barcode: '2000000000015' },
      { unit: '1 L', pricePaise: 5000, stock: 4 },
    ],
  });
  id = made.product.id;
  ids = made.variants.map((variant) => variant.id);
});
afterEach(async () => {
  const broken = await brokenInvariants(database().pool);
  if (broken.length > 0) throw new Error(broken.join('\n'));
});

type Fields = Record<string, string | Blob>;
const change = (fields: Fields, who = vendor): Promise<Answer> =>
  who.put(`/api/products/${id}`, { body: formOf(fields) });
const read = async (): Promise<ShopProduct> => (await vendor.get(`/api/shops/${shop.id}/products/${id}`)).body;
const variantList = (...variants: object[]) => ({ variants: JSON.stringify(variants) });
const lastActivity = async () => {
  const text = 'SELECT action, subject, before, after FROM activity_log WHERE shop_id = $1 ORDER BY id DESC LIMIT 1';
  return (await database().pool.query(text, [shop.id])).rows[0];
};
const buy = async (quantity = 1, at = 0) => {
  const text = `SELECT id, product_id AS "productId", size_id AS "sizeId", color_id AS "colorId", unit_id AS "unitId",
    price_paise AS "pricePaise" FROM variants WHERE id = $1`;
  const variant = (await database().pool.query(text, [ids[at]])).rows[0];
  return placeOrder({ userId: (await createUser()).id, body: orderBody([{ variant, quantity }]) });
};

describe('a price of 0', () => {
  const unconfirmed = { status: 409, body: expect.objectContaining({ code: 'price_unconfirmed' }) };

  it('is refused in a form until it is confirmed', async () => {
    const list = variantList({ id: ids[0], price: 0 }, { id: ids[1], price: 50 });
    expect(await change(list)).toMatchObject(unconfirmed);
    expect((await read()).variants[0]?.price).toBe(26);
    expect((await change({ ...list, confirm_free: '1' })).status).toBe(200);
    expect((await change({ ...list, description: 'Free with bread' })).status, 'it was confirmed before').toBe(200);
  });

  it('is refused for one variant until it is confirmed', async () => {
    const path = `/api/variants/${ids[1]}/price`;
    expect(await vendor.patch(path, { body: { price: 0 } })).toMatchObject(unconfirmed);
    expect((await read()).variants[1]?.price).toBe(50);
    const { status, body } = await vendor.patch(path, { body: { price: 0, confirm_free: true } });
    expect([status, body.variants[1].price]).toEqual([200, 0]);
  });
});

describe('PUT /api/products/{id}', () => {
  it('changes only what is in the form, and says so in the log', async () => {
    const before = await read();
    const { status, body } = await change({ name: 'Toned milk', description: '', price: '', category: '' });
    expect([status, body]).toEqual([200, { ...before, name: 'Toned milk', version: body.version }]);
    expect(body.version).not.toBe(before.version);
    expect(await lastActivity()).toMatchObject({
      action: 'product.changed',
      subject: 'Toned milk',
      before: { name: 'Milk' },
      after: { name: 'Toned milk' },
    });
  });

  it('takes what the edit form of the specification sends', async () => {
    await createCategory({ name: `Dairy ${id}`, child: 'Milk & curd' });
    const units = [
      { name: '500 ml', price: '26', stock: '10' },
      { name: '1 L', price: '52', stock: '4' },
      { name: '2 L', price: 99, stock: '' },
    ];
    const fields = { name: 'Milk', description: 'Fresh', category: `Dairy ${id}`, subcategory: 'Milk & curd' };
    const sent = { ...fields, barcode: '2000000000015', price: '27', stock: '9', shop_id: String(shop.id) };
    const { status, body } = await change({ ...sent, units: JSON.stringify(units) });
    expect([status, body]).toMatchObject([200, { category: `Dairy ${id}`, subcategory: 'Milk & curd', price: 27 }]);
    expect(body.units).toMatchObject([
      { name: '500 ml', price: 27, stock: 9 },
      { name: '1 L', price: 52, stock: 4 },
      { name: '2 L', price: 99, stock: 0 },
    ]);
    expect(body.variants.map(({ id: each }: { id: number }) => each).slice(0, 2)).toEqual(ids);
  });

  it('replaces the variants by those of the list: changed, added, removed, also when two are swapped', async () => {
    const [small, large] = (await read()).variants;
    const { status, body } = await change(
      variantList(
        { id: large!.id, unit: '500 ml', price: 26, stock: 4 },
        { id: small!.id, unit: '1 L', price: 50, mrp: null, barcode: null },
        { unit: '5 L', price: '240', stock: 2, barcode: '2000000000022' },
      ),
    );
    expect(status).toBe(200);
    expect(body.variants).toMatchObject([
      { id: large!.id, unit: { name: '500 ml' }, price: 26, stock: 4 },
      { id: small!.id, unit: { name: '1 L' }, price: 50, mrp: null, stock: 10, barcode: null },
      { unit: { name: '5 L' }, price: 240, stock: 2, barcode: '2000000000022' },
    ]);
    const rest = await change(variantList({ id: small!.id, price: 50 }));
    expect(rest.body.variants.map((each: { id: number }) => each.id)).toEqual([small!.id]);
    expect((await change({ variants: '[]' })).status).toBe(400);
  });

  it('keeps past orders complete when their products are deleted', async () => {
    await buy(2);
    await change(variantList({ id: ids[1], price: 50 }));
    const orders = await vendor.get(`/api/orders/shop/${shop.id}`);
    expect(orders.body[0].items).toMatchObject([{ name: 'Milk', unit: '500 ml', quantity: 2 }]);
  });

  it('refuses an edit of a product that was changed meanwhile, and answers its present state', async () => {
    const { version } = await read();
    expect((await change({ name: 'First tablet', version })).status).toBe(200);
    const { status, body } = await change({ name: 'Second tablet', version });
    expect([status, body.code, body.current.name]).toEqual([409, 'edit_conflict', 'First tablet']);
    expect((await change({ name: 'Second tablet', version: body.current.version })).status).toBe(200);
  });

  it('lets one of two tablets win that save at once', async () => {
    const { version } = await read();
    const both = await Promise.all(['A', 'B', 'C'].map((name) => change({ name, version })));
    expect([200, 409].map((each) => both.filter(({ status }) => status === each).length)).toEqual([1, 2]);
  });

  it('does not bring back what was sold while the form was open', async () => {
    await buy(3);
    const untouched = await change({ name: 'Toned milk', stock: '10', stock_seen: '10' });
    expect(untouched.body).toMatchObject({ name: 'Toned milk', stock: 7 });
    const { status, body } = await change({ name: 'Other', stock: '20', stock_seen: '10' });
    expect([status, body.code, body.current.stock, body.current.name]).toEqual([409, 'stock_changed', 7, 'Toned milk']);
    expect((await change({ stock: '20', stock_seen: '7' })).body.stock).toBe(20);
    const inList = variantList({ id: ids[0], price: 26, stock: 30, stock_seen: 10 }, { id: ids[1], price: 50 });
    expect((await change(inList)).body.code).toBe('stock_changed');
    const inUnits = JSON.stringify([{ name: '1 L', price: 50, stock: 8, stock_seen: 5 }]);
    expect((await change({ units: inUnits })).body.code).toBe('stock_changed');
  });

  it('never lets a price pass the printed maximum', async () => {
    const { status, body } = await change({ price: '28.01' });
    expect([status, body.message]).toEqual([400, 'price must not be above the MRP']);
    expect((await change({ price: '28' })).status).toBe(200);
  });

  it('moves a product to no other shop, and finds none of other shops whatever is sent', async () => {
    const elsewhere = await createShop();
    const other = api.as(await api.signIn({ user: await createMember({ shop: elsewhere }), shop: elsewhere }));
    expect((await change({ shop_id: String(elsewhere.id) })).status).toBe(403);
    const missing = await other.put('/api/products/999999999', { body: formOf({ price: 'x' }) });
    const theirs = await change({ price: 'x' }, other);
    expect([theirs.status, theirs.text]).toEqual([404, missing.text]);
  });

  it('finds the category by what the product has where only one name is sent', async () => {
    const name = `Sweets ${id}`;
    await createCategory({ name, child: 'Milk sweets' });
    expect((await change({ category: name })).body).toMatchObject({ category: name, subcategory: null });
    expect((await change({ subcategory: 'milk sweets' })).body).toMatchObject({ subcategory: 'Milk sweets' });
    expect((await change({ category: name })).body).toMatchObject({ subcategory: 'Milk sweets' });
    const { status, body } = await change({ category: name, subcategory: 'Nothing like it' });
    expect([status, body.message]).toEqual([400, 'Invalid subcategory selected']);
  });

  it('keeps its own barcode and takes no other product’s', async () => {
    await createProduct({ shop, name: 'Curd', variants: [{ barcode: '2000000000022' }] });
    expect((await change({ barcode: '2000000000015' })).status).toBe(200);
    const { status, body } = await change({ barcode: '2000000000022' });
    expect([status, body.code, body.product.name]).toEqual([409, 'barcode_taken', 'Curd']);
  });
});

describe('the picture', () => {
  it('is replaced after the row has changed, and removed when that is asked', async () => {
    const first = (await change({ image: await createPhoto() })).body.image;
    const second = (await change({ image: await createPhoto({ background: '#33c' }) })).body.image;
    expect(second).not.toBe(first);
    expect(uploads()).toHaveLength(3);
    const without = await change({ remove_image: 'true', remove_description: '1' });
    expect([without.body.image, without.body.description]).toEqual([null, null]);
    expect(uploads()).toEqual([]);
  });

  it('stays on the disk as long as an order shows it', async () => {
    const { image } = (await change({ image: await createPhoto() })).body;
    await buy();
    await change({ image: await createPhoto({ background: '#33c' }) });
    expect((await api.as().get(image)).status).toBe(200);
    expect(uploads()).toHaveLength(6);
  });

  it('of an edit that is refused leaves nothing behind', async () => {
    const { version } = await read();
    await change({ name: 'Other' });
    expect((await change({ version, image: await createPhoto() })).status).toBe(409);
    expect((await change({ price: '99', image: await createPhoto() })).status).toBe(400);
    expect(uploads()).toEqual([]);
  });
});

describe('PATCH and DELETE', () => {
  const catalog = async () => (await api.as().get(`/api/products?shopId=${shop.id}&limit=9`)).body;

  it('hide a product, delete it, and bring it back as it was', async () => {
    const before = await read();
    expect((await vendor.patch(`/api/products/${id}`, { body: { published: false } })).body.published).toBe(false);
    expect([await catalog(), (await lastActivity()).after]).toEqual([[], { published: false }]);
    await vendor.patch(`/api/products/${id}`, { body: { published: true } });
    expect(await catalog()).toHaveLength(1);
    expect((await vendor.request('DELETE', `/api/products/${id}`)).status).toBe(204);
    expect(await catalog()).toEqual([]);
    expect(await lastActivity()).toMatchObject({ action: 'product.removed', before: { product_id: id }, after: null });
    expect((await vendor.request('DELETE', `/api/products/${id}`)).status).toBe(404);
    expect((await vendor.get(`/api/shops/${shop.id}/products/${id}`)).status).toBe(404);
    const { body } = await vendor.post(`/api/products/${id}/restore`);
    expect(body).toEqual({ ...before, version: body.version });
    expect(await lastActivity()).toMatchObject({ action: 'product.restored', before: null, after: { product_id: id } });
  });

  it('set the stock of a variant, unless it is not what was seen', async () => {
    const path = `/api/variants/${ids[0]}/stock`;
    expect((await vendor.patch(path, { body: { stock: 12, seen: 10 } })).body.variants[0].stock).toBe(12);
    expect(await lastActivity()).toEqual({
      action: 'stock.changed',
      subject: 'Milk (500 ml)',
      before: { stock: 10 },
      after: { stock: 12 },
    });
    const { status, body } = await vendor.patch(path, { body: { stock: 20, seen: 10 } });
    expect([status, body.code, body.current.variants[0].stock]).toEqual([409, 'stock_changed', 12]);
  });

  it('set the price of a variant, unless it is not what was seen', async () => {
    const path = `/api/variants/${ids[1]}/price`;
    const { version } = await read();
    expect((await vendor.patch(path, { body: { price: 52.5, seen: 50 } })).body.variants[1].price).toBe(52.5);
    const { status, body } = await vendor.patch(path, { body: { price: 60, seen: 50 } });
    expect([status, body.code, body.current.variants[1].price]).toEqual([409, 'edit_conflict', 52.5]);
    expect((await change({ name: 'Milk', version })).body.code, 'by a form that was open').toBe('edit_conflict');
    const dear = await vendor.patch(`/api/variants/${ids[0]}/price`, { body: { price: 28.5 } });
    expect([dear.status, dear.body.code]).toEqual([400, 'invalid_input']);
  });

  it.each([-1, 1.5, 2147483648, '5', null, '-0', true, [1]])('refuse %j as a stock', async (stock) => {
    const { status, body } = await vendor.patch(`/api/variants/${ids[0]}/stock`, { body: { stock } });
    expect([status, body.message.startsWith('stock')]).toEqual([400, true]);
    expect((await read()).stock).toBe(10);
  });
});

it('concurrent orders and edits never deadlock, and the stock adds up', async () => {
  await database().pool.query('UPDATE variants SET stock = 1000 WHERE id = ANY($1)', [ids]);
  await database().pool.query(
    `INSERT INTO stock_ledger (variant_id, delta, reason) SELECT id, 990, 'adjustment' FROM variants WHERE id = $1
     UNION ALL SELECT id, 996, 'adjustment' FROM variants WHERE id = $2`,
    ids,
  );
  const customers = await Promise.all(Array.from({ length: 10 }, () => createUser()));
  const text = `SELECT id, product_id AS "productId", size_id AS "sizeId", color_id AS "colorId", unit_id AS "unitId",
    price_paise AS "pricePaise" FROM variants WHERE id = ANY($1) ORDER BY id`;
  const { rows } = await database().pool.query(text, [ids]);
  const orders = Array.from({ length: 60 }, (_, nr) =>
    placeOrder({
      userId: customers[nr % 10]!.id,
      body: orderBody(rows.map((variant) => ({ variant }))),
      idempotencyKey: `race-${id}-${nr}`,
    }),
  );
  const edits = Array.from({ length: 30 }, (_, nr) => change({ name: `Milk ${nr}`, description: `Edit ${nr}` }));
  const stocks = Array.from({ length: 10 }, () =>
    vendor.patch(`/api/variants/${ids[1]}/stock`, { body: { stock: 500 } }),
  );
  await Promise.all(orders);
  expect((await Promise.all(edits)).map(({ status }) => status)).toEqual(edits.map(() => 200));
  expect((await Promise.all(stocks)).map(({ status }) => status)).toEqual(stocks.map(() => 200));
  expect((await read()).stock).toBe(940);
});
