import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { PurchaseBody } from '@haat/contract/stock/purchases.calls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import type { Shop } from '../../db/shops.models.ts';
import { Variant } from '../../db/catalog.models.ts';
import { createMember, createProduct, createShop, createUser, type UserWithEmail } from '../../test/factories.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import type { Session } from '../../accounts/session.ts';
import { placeOrder } from '../../orders/place/place-order.ts';
import { listExpiring, writeOffStock } from '../expiring-stock.ts';
import { readLowStock, setLowStockLevel, setReorderLevel } from '../low-stock.ts';
import { readStockHistory } from '../stock-history.ts';
import { bookPurchase, reversePurchase } from './book-purchase.ts';
import { addPurchase, changePurchase, deletePurchase } from './draft-purchase.ts';
import { listUsualPurchases } from './usual-purchases.ts';
import { exportPurchases, findPurchase, listPurchases, listSuppliers } from './read-purchases.ts';

let shop: Shop;
let admin: Session;
let customer: UserWithEmail;
let rice: Variant;
let salt: Variant;

beforeAll(() => connectDatabase());
afterAll(stopServices);
beforeEach(async () => {
  shop = await createShop();
  customer = await createUser();
  const { id: userId, email } = await createMember({ shop, role: 'admin' });
  const of = { shopId: shop.id, shopSlug: shop.slug, isPlatformAdmin: false };
  admin = { userId, actorId: userId, email, sessionId: randomUUID(), role: 'admin', ...of };
  const made = await createProduct({
    shop,
    name: 'Rice',
    variants: [{ stock: 10, pricePaise: 30_000, mrpPaise: 35_000 }],
  });
  const other = await createProduct({ shop, name: 'Salt', variants: [{ stock: 4, pricePaise: 2_000 }] });
  [rice, salt] = [made.variants[0], other.variants[0]] as [Variant, Variant];
});

const lineOf = (variant: Variant, quantity: number, more: Partial<PurchaseBody['lines'][number]> = {}) => ({
  variant_id: variant.id,
  quantity,
  cost: 250.5,
  ...more,
});
const own = (id: number) => ({ by: admin, shopId: shop.id, id });
const add = (lines: PurchaseBody['lines'], more: object = {}) =>
  addPurchase({ by: admin, shopId: shop.id, body: { supplier: 'Test Traders', lines, ...more }, key: randomUUID() });
const buy = async (lines: PurchaseBody['lines'], more: object = {}) => bookPurchase(own((await add(lines, more)).id));
const find = (variant: Variant) => Variant.query().findById(variant.id).throwIfNotFound();
const sound = async () => expect(await brokenInvariants(database().pool)).toEqual([]);
const order = (variant: Variant, quantity: number) =>
  placeOrder({ userId: customer.id, body: orderBody([{ variant, quantity }]), idempotencyKey: randomUUID() });
const INDIA_AHEAD_MS = 5.5 * 3_600_000;
/** By the clock of the shop. */
const inDays = (days: number) => new Date(Date.now() + INDIA_AHEAD_MS + days * 86_400_000).toISOString().slice(0, 10);

it('a draft changes nothing; booked twice at once, it is in the stock once, with cost, price and MRP', async () => {
  const lines = [
    lineOf(rice, 20, { price: 320, mrp: 360 }),
    lineOf(salt, 5, { cost: 15 }),
    lineOf(rice, 4, { cost: 260 }),
  ];
  const draft = await add(lines, { invoice_number: 'A-17', invoice_date: '2026-11-20' });
  expect(draft).toMatchObject({
    state: 'draft',
    supplier: 'Test Traders',
    pieces: 29,
    total: 6_125,
    day: '2026-11-20',
  });
  expect((await find(rice)).stock).toBe(10);

  const booked = await Promise.all([bookPurchase(own(draft.id)), bookPurchase(own(draft.id))]);
  expect(booked.map(({ state }) => state)).toEqual(['booked', 'booked']);
  expect(await find(rice)).toMatchObject({ stock: 34, costPaise: 26_000, pricePaise: 32_000, mrpPaise: 36_000 });
  expect(await find(salt)).toMatchObject({ stock: 9, costPaise: 1_500, pricePaise: 2_000 });
  const { changes } = await readStockHistory({ by: admin, shopId: shop.id, variantId: rice.id });
  expect(changes).toMatchObject([{ reason: 'purchase', delta: 24, balance: 34, purchase_id: draft.id }, { delta: 10 }]);
  await expect(changePurchase({ ...own(draft.id), body: { lines, version: 2 } })).rejects.toMatchObject({
    code: 'status_not_allowed',
  });
  await expect(deletePurchase(own(draft.id))).rejects.toMatchObject({ code: 'status_not_allowed' });
  await sound();
});

it('a request that is sent twice adds one draft, and a stale change of it is refused', async () => {
  const body = { supplier: 'test traders', lines: [lineOf(rice, 1)] };
  const key = randomUUID();
  const [one, two] = await Promise.all([1, 2].map(() => addPurchase({ by: admin, shopId: shop.id, body, key })));
  expect(two?.id).toBe(one?.id);
  await changePurchase({ ...own(one!.id), body: { ...body, supplier: 'TEST TRADERS', lines: [], version: 1 } });
  await expect(changePurchase({ ...own(one!.id), body: { ...body, version: 1 } })).rejects.toMatchObject({
    code: 'edit_conflict',
  });
  expect(await listSuppliers({ by: admin, shopId: shop.id })).toMatchObject([{ name: 'test traders' }]);
  await expect(bookPurchase(own(one!.id))).rejects.toMatchObject({ code: 'invalid_input' });
  await deletePurchase(own(one!.id));
  await expect(findPurchase(own(one!.id))).rejects.toMatchObject({ code: 'not_found' });
});

describe('a booked purchase', () => {
  it('is reversed once by another one, and the cost is again that of the purchase before', async () => {
    await buy([lineOf(rice, 5, { cost: 200 })]);
    const { id } = await buy([lineOf(rice, 20)]);
    const [first, second] = await Promise.all([reversePurchase(own(id)), reversePurchase(own(id))]);
    expect(second.id).toBe(first.id);
    expect(first).toMatchObject({ reverses_id: id, pieces: -20, total: -5_010 });
    expect(await find(rice)).toMatchObject({ stock: 15, costPaise: 20_000 });
    expect(await listPurchases({ by: admin, shopId: shop.id })).toMatchObject({ count: 3, total: 1_000 });
    await sound();
  });

  it('of which pieces were sold is corrected by one that replaces it', async () => {
    const { id } = await buy([lineOf(rice, 100)]);
    await order(rice, 20);
    await order(rice, 5);
    await expect(reversePurchase(own(id))).rejects.toMatchObject({
      code: 'out_of_stock',
      details: { items: ['Rice'] },
    });
    expect((await find(rice)).stock).toBe(85);
    await buy([lineOf(rice, 20)], { replaces_id: id });
    expect((await find(rice)).stock).toBe(5);
    expect(await findPurchase(own(id))).toMatchObject({ reversed_by_id: expect.any(Number) });
    await sound();
  });

  it('is not booked with a price above the MRP, or a product of another shop', async () => {
    const draft = await add([lineOf(rice, 1, { price: 400 })]);
    await expect(bookPurchase(own(draft.id))).rejects.toMatchObject({ code: 'invalid_input' });
    expect((await find(rice)).stock).toBe(10);
    const { variants } = await createProduct({ shop: await createShop() });
    await expect(add([lineOf(variants[0]!, 1)])).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('is in the stock once while the same variants are ordered', async () => {
    const drafts = await Promise.all([
      add([lineOf(rice, 10), lineOf(salt, 10)]),
      add([lineOf(salt, 10), lineOf(rice, 10)]),
    ]);
    await Promise.all([
      ...drafts.map(({ id }) => bookPurchase(own(id))),
      ...Array.from({ length: 8 }, (_, nr) => order(nr % 2 ? rice : salt, 1)),
    ]);
    expect([(await find(rice)).stock, (await find(salt)).stock]).toEqual([26, 20]);
    await sound();
  });
});

it('lists by supplier and day with the sum, says when an invoice was entered before, and exports the lines', async () => {
  await buy([lineOf(rice, 2)], { invoice_number: 'B1', invoice_date: '2026-10-01' });
  await buy([lineOf(salt, 1, { cost: 10 })], { supplier: 'Other Mills', invoice_date: '2026-11-02' });
  expect(await add([], { invoice_number: 'b1' })).toMatchObject({ same_invoice_id: expect.any(Number) });
  const [other] = await listSuppliers({ by: admin, shopId: shop.id });
  expect(await listPurchases({ by: admin, shopId: shop.id, supplier_id: other!.id })).toMatchObject({
    count: 1,
    total: 10,
  });
  const october = { by: admin, shopId: shop.id, from: '2026-10-01', to: '2026-10-31' };
  expect(await listPurchases(october)).toMatchObject({ count: 1, total: 501 });
  expect(await text((await exportPurchases(october)).csv)).toContain(
    '2026-10-01,Test Traders,B1,Rice,,,2,250.50,501.00,',
  );
});

it('is for admins only', async () => {
  const vendor = { ...admin, role: 'vendor' as const };
  await expect(listPurchases({ by: vendor, shopId: shop.id })).rejects.toMatchObject({ code: 'forbidden' });
  const { variants } = await readLowStock({ by: vendor, shopId: shop.id });
  expect(variants).toMatchObject([{ name: 'Salt', cost: null }]);
});

describe('what is usual for a variant', () => {
  const usualOf = (variants: Variant[], without?: number) =>
    listUsualPurchases({ by: admin, shopId: shop.id, variants: variants.map(({ id }) => id), without });

  it('is the middle of its last five purchases that count, and for no purchase its prices and stock alone', async () => {
    for (const quantity of [900, 900, 900, 2, 4, 3, 5]) await buy([lineOf(rice, quantity, { cost: quantity * 10 })]);
    await add([lineOf(rice, 700)]);
    expect(await usualOf([rice, salt])).toEqual([
      {
        variant_id: rice.id,
        quantity: 4,
        cost: 40,
        price: 300,
        mrp: 350,
        stock: 2_724,
        stock_unit: 'piece',
        content: 1,
      },
      {
        variant_id: salt.id,
        quantity: null,
        cost: null,
        price: 20,
        mrp: null,
        stock: 4,
        stock_unit: 'piece',
        content: 1,
      },
    ]);
  });

  it('has neither a purchase that was reversed nor the one that is corrected', async () => {
    await buy([lineOf(rice, 12)]);
    const wrong = await buy([lineOf(rice, 120)]);
    expect(await usualOf([rice], wrong.id)).toMatchObject([{ quantity: 12 }]);
    const reversed = await buy([lineOf(salt, 5)]);
    await reversePurchase(own(reversed.id));
    expect(await usualOf([salt])).toMatchObject([{ quantity: null, cost: null }]);
  });

  it('is for admins of the shop', async () => {
    const other = await createProduct({ shop: await createShop(), variants: [{}] });
    expect(await usualOf([other.variants[0]!])).toEqual([]);
    const vendor = { ...admin, role: 'vendor' } as const;
    await expect(listUsualPurchases({ by: vendor, shopId: shop.id, variants: [rice.id] })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('low stock', () => {
  it('is what is at or below the level of the variant, else that of the shop', async () => {
    await buy([lineOf(salt, 1)]);
    expect(await readLowStock({ by: admin, shopId: shop.id })).toMatchObject({
      level: 5,
      variants: [{ name: 'Salt', stock: 5, level: 5, own_level: null, cost: 250.5 }],
    });
    await setReorderLevel({ by: admin, shopId: shop.id, variantId: rice.id, level: 12 });
    const { variants } = await setLowStockLevel({ by: admin, shopId: shop.id, level: 2 });
    expect(variants).toMatchObject([{ name: 'Rice', level: 12, own_level: 12 }]);
  });
});

describe('of a batch', () => {
  it('is left what the stock has more than the batches that expire later', async () => {
    await buy([lineOf(rice, 6, { best_before: inDays(5) }), lineOf(rice, 8, { best_before: inDays(60) })]);
    const left = async (days = 90) =>
      (await listExpiring({ by: admin, shopId: shop.id, days })).batches.map((batch) => batch.left);
    expect(await left()).toEqual([6, 8]);
    await order(rice, 12);
    expect(await left()).toEqual([4, 8]);
    await order(rice, 6);
    expect(await left()).toEqual([6]);
    expect(await left(30)).toEqual([]);
  });

  it('is written off once per request what has expired, and no more than there is', async () => {
    await buy([lineOf(rice, 6, { best_before: inDays(-1) })]);
    const [batch] = (await listExpiring({ by: admin, shopId: shop.id })).batches;
    const body = { variant_id: rice.id, batch_id: batch!.id, quantity: 4, reason: 'expired' as const };
    const key = randomUUID();
    const writeOff = () => writeOffStock({ by: admin, shopId: shop.id, body, key });
    expect(await Promise.all([writeOff(), writeOff()])).toEqual([
      { variant_id: rice.id, stock: 12 },
      { variant_id: rice.id, stock: 12 },
    ]);
    expect((await listExpiring({ by: admin, shopId: shop.id })).batches).toMatchObject([{ left: 2, days_left: -1 }]);
    const more = { by: admin, shopId: shop.id, key: randomUUID() };
    await expect(writeOffStock({ ...more, body })).rejects.toMatchObject({ code: 'not_found' });
    for (const other of [
      { quantity: 5 },
      { reason: 'spoiled' as const },
      { batch_id: null },
      { variant_id: salt.id, batch_id: null },
    ]) {
      const again = writeOffStock({ by: admin, shopId: shop.id, body: { ...body, ...other }, key });
      await expect(again).rejects.toMatchObject({ code: 'idempotency_conflict' });
    }
    await expect(
      writeOffStock({ ...more, body: { variant_id: rice.id, quantity: 13, reason: 'spoiled' } }),
    ).rejects.toMatchObject({ code: 'out_of_stock' });
    const { changes } = await readStockHistory({ by: admin, shopId: shop.id, variantId: rice.id });
    expect(changes[0]).toMatchObject({ reason: 'write_off', cause: 'expired', delta: -4, balance: 12 });
    await sound();
  });
});
