import { database } from '@haat/core/db/database';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import { beforeEach, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { catalogRows, importAndRun } from '../test/import-helpers.ts';

const api = apiTest();
let shop: { id: number; slug: string };
let vendor: ApiCaller;
let path: string;
beforeEach(async () => {
  shop = await createShop();
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
  path = `/api/shops/${shop.id}/imports`;
});

const send = (text: string) => importAndRun({ vendor, shop, text });
const undo = (id: number) => vendor.post(`${path}/${id}/undo`);
const activities = async () => {
  const text = `SELECT action, after FROM activity_log WHERE shop_id = $1 AND action = 'products.undone'`;
  return (await database().pool.query(text, [shop.id])).rows;
};

it('deletes what the import has added and restores what it has changed, once', async () => {
  await createProduct({
    shop,
    name: 'Ghee',
    description: 'Pure',
    variants: [
      { unit: '500 g', pricePaise: 30_000, mrpPaise: 35_000, stock: 7, barcode: '8901234567890' },
      { unit: '1 kg', pricePaise: 60_000, stock: 3 },
    ],
  });
  const before = await catalogRows(shop.id);
  const text = [
    'name,description,category,unit,price,stock,barcode,published',
    'Ghee,(empty),Demo goods,500 g,310,9,(empty),no',
    'Ghee,,,2 kg,1100,4,,',
    'Rose syrup,,Syrups,750 ml,120,6,,',
  ].join('\n');
  const done = await send(text);
  expect(done.undo_until).not.toBeNull();
  expect(await catalogRows(shop.id)).not.toEqual(before);

  const [first, second] = await Promise.all([undo(done.id), undo(done.id)]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first.body).toMatchObject({ kept: [], undo_until: null });
  expect(first.body.undone_at).not.toBeNull();
  expect(await catalogRows(shop.id)).toEqual(before);
  expect((await undo(done.id)).status).toBe(200);
  expect(await activities()).toEqual([{ action: 'products.undone', after: { undone: 2, kept: 0 } }]);
  expect(await brokenInvariants(database().pool)).toEqual([]);
});

it('is named as the reason of the changed stock, also where it is taken back', async () => {
  const { variants } = await createProduct({ shop, name: 'Tea', variants: [{ pricePaise: 5_000, stock: 10 }] });
  const { id } = await send('name,stock\nTea,50');
  await undo(id);
  const { body } = await vendor.get(`/api/shops/${shop.id}/variants/${variants[0]?.id}/stock-history`);
  expect(body.changes.slice(0, 2)).toMatchObject([
    { reason: 'import', delta: -40, balance: 10 },
    { reason: 'import', delta: 40, balance: 50 },
  ]);
});

it('leaves what was changed since, and lists it', async () => {
  const [tea, oil] = [
    await createProduct({ shop, name: 'Tea', variants: [{ pricePaise: 5_000 }] }),
    await createProduct({ shop, name: 'Oil', variants: [{ pricePaise: 9_000 }] }),
  ];
  const { id } = await send('name,price\nTea,55\nOil,95\nSalt,20');
  const body = { price: 58, seen: 55 };
  expect((await vendor.patch(`/api/variants/${tea.variants[0]?.id}/price`, { body })).status).toBe(200);
  expect((await undo(id)).body.kept).toEqual([{ id: tea.product.id, name: 'Tea' }]);
  const rows = await catalogRows(shop.id);
  expect(rows.map((row) => row.split('|').slice(0, 2).join(' '))).toEqual(['Tea 5800', 'Oil 9000']);
  expect(oil.product.id).toBeGreaterThan(0);
});

it('takes back the difference of stock: what was sold since stays sold', async () => {
  const { variants } = await createProduct({ shop, name: 'Tea', variants: [{ pricePaise: 5_000, stock: 10 }] });
  const counted = await createProduct({ shop, name: 'Oil', variants: [{ stock: 10 }] });
  const { id } = await send('name,stock\nTea,50\nOil,50');
  const customer = await createUser();
  const body = orderBody([{ variant: variants[0]!, quantity: 3 }]);
  await placeOrder({ userId: customer.id, body, idempotencyKey: `sold-${id}` });
  await vendor.patch(`/api/variants/${counted.variants[0]?.id}/stock`, { body: { stock: 60, seen: 50 } });
  expect((await undo(id)).body.kept).toEqual([{ id: counted.product.id, name: 'Oil' }]);
  const stocks = (await catalogRows(shop.id)).map((row) => row.split('|').at(-1));
  expect(stocks).toEqual(['7', '60']);
  expect(await brokenInvariants(database().pool)).toEqual([]);
});

it('refuses to undo a dry run, and an import that is older than a day', async () => {
  const dry = await importAndRun({ vendor, shop, text: 'name,price\nTea,50', dryRun: true });
  expect((await undo(dry.id)).status).toBe(409);
  const done = await send('name,price\nTea,50');
  await database().pool.query(`UPDATE imports SET finished_at = now() - interval '25 hours' WHERE id = $1`, [done.id]);
  expect((await undo(done.id)).status).toBe(409);
  expect((await vendor.get(`${path}/${done.id}`)).body.undo_until).toBeNull();
});
