import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import { Variant } from '../db/catalog.models.ts';
import { createMember, createProduct, createShop, createUser, type UserWithEmail } from '../test/factories.ts';
import { brokenInvariants } from '../test/invariants.ts';
import { orderBody } from '../test/order-body.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { changeVariant } from '../catalog/change-product.ts';
import { findShopProduct } from '../catalog/product.ts';
import { proposeAdjustment } from '../orders/adjust/propose-adjustment.ts';
import { returnCounterSale } from '../orders/adjust/return-counter-sale.ts';
import { advanceOrderStatus } from '../orders/life/advance-order-status.ts';
import { endOrder } from '../orders/life/end-order.ts';
import { placeOrder } from '../orders/place/place-order.ts';
import { sellAtCounter } from '../orders/place/sell-at-counter.ts';
import { convertStock } from './convert-stock.ts';
import { listExpiring, writeOffStock } from './expiring-stock.ts';
import { readLowStock, setReorderLevel } from './low-stock.ts';
import { bookPurchase, reversePurchase } from './purchases/book-purchase.ts';
import { addPurchase } from './purchases/draft-purchase.ts';
import { findPurchase } from './purchases/read-purchases.ts';
import { readStockHistory } from './stock-history.ts';
import { countStock } from './stock-takes/count-stock.ts';
import { finishStockTake } from './stock-takes/finish-stock-take.ts';
import { startStockTake } from './stock-takes/open-stock-take.ts';
import { findStockTake } from './stock-takes/read-stock-takes.ts';

let shop: Shop;
let by: Session;
let customer: UserWithEmail;
/** Loose, ₹60 for 1 kg, 10 kg of it; and in packs of 500 g, ₹45 each, 2.7 kg of them. */
let sugar: Variant;
let dal: Variant;

beforeAll(() => connectDatabase());
afterAll(stopServices);
beforeEach(async () => {
  shop = await createShop();
  customer = await createUser();
  const { id: userId, email } = await createMember({ shop, role: 'admin' });
  const of = { shopId: shop.id, shopSlug: shop.slug, isPlatformAdmin: false };
  by = { userId, actorId: userId, email, sessionId: randomUUID(), role: 'admin', ...of };
  const kept = { stockUnit: 'g' as const, pricePaise: 6_000 };
  const loose = { ...kept, unit: '1 kg', content: 1_000, stock: 10_000 };
  const packs = { ...kept, unit: '500 g', content: 500, stock: 2_700, pricePaise: 4_500 };
  const [first, second] = [
    await createProduct({ shop, name: 'Sugar', variants: [loose] }),
    await createProduct({ shop, name: 'Dal', variants: [packs] }),
  ];
  [sugar, dal] = [first.variants[0]!, second.variants[0]!];
});

const own = () => ({ by, shopId: shop.id });
const stockOf = async ({ id }: Variant) => (await Variant.query().findById(id).throwIfNotFound()).stock;
const sound = async () => expect(await brokenInvariants(database().pool)).toEqual([]);
const order = (variant: Variant, quantity: number) =>
  placeOrder({ userId: customer.id, body: orderBody([{ variant, quantity }]), idempotencyKey: randomUUID() });
const accepted = async (variant: Variant, quantity: number) => {
  const { id } = await order(variant, quantity);
  return (await advanceOrderStatus({ orderId: id, to: 'Accepted', by })).order;
};
const convert = (variant: Variant, stock_unit: 'piece' | 'g' | 'ml', content = 1) =>
  convertStock({ ...own(), variantId: variant.id, body: { stock_unit, content } });
const history = async (variant: Variant) =>
  (await readStockHistory({ ...own(), variantId: variant.id })).changes.map(({ reason, delta, balance, stock_unit }) =>
    [reason, delta, balance, stock_unit].join(' '),
  );
const weigh = (of: Awaited<ReturnType<typeof accepted>>, grams: number) => {
  const lines = [{ kind: 'weight' as const, item_id: of.items[0]!.id, grams }];
  return proposeAdjustment({ orderId: of.id, by, revision: of.revision, lines, key: undefined });
};
const sellSugar = (grams: number, more: object = {}) => {
  const lines = [{ variant_id: sugar.id, quantity: Math.ceil(grams / 1_000), grams, price: 60 }];
  const body = { payment_method: 'cod' as const, lines, total: (grams * 6) / 100, ...more };
  return sellAtCounter({ shopId: shop.id, by, body, key: randomUUID() });
};

describe('orders of what is kept in grams', () => {
  it('take whole packs, and no more of them than there are', async () => {
    const { variants } = await findShopProduct({ ...own(), id: dal.productId });
    expect(variants).toMatchObject([{ stock: 5, stock_amount: 2_700, stock_unit: 'g', content: 500 }]);
    await expect(order(dal, 6)).rejects.toMatchObject({ code: 'out_of_stock' });
    const { id } = await order(dal, 5);
    expect(await stockOf(dal)).toBe(200);
    await endOrder({ orderId: id, by, exit: 'decline', reason: 'item_unavailable' });
    expect(await stockOf(dal)).toBe(2_700);
    await sound();
  });

  it('take what was packed, to the gram, and give it back', async () => {
    const placed = await accepted(sugar, 2);
    expect(await stockOf(sugar)).toBe(8_000);
    await weigh(placed, 1_905);
    expect(await stockOf(sugar)).toBe(8_095);
    expect(await history(sugar)).toEqual(['revision 95 8095 g', 'sale -2000 8000 g', 'opening 10000 10000 g']);
    await sound();
    await endOrder({ orderId: placed.id, by, exit: 'cancel', reason: 'item_unavailable' });
    expect(await stockOf(sugar)).toBe(10_000);
    await sound();
  });

  it('cannot be packed heavier than the stock', async () => {
    await convert(sugar, 'piece');
    await changeVariant({ variantId: sugar.id, by, change: { stock: 2 } });
    await convert(sugar, 'g', 1_000);
    const placed = await accepted(sugar, 2);
    expect(await stockOf(sugar)).toBe(0);
    await expect(weigh(placed, 2_050)).rejects.toMatchObject({ code: 'out_of_stock' });
    await sound();
  });
});

describe('the counter', () => {
  it('sells by weight from the stock, and takes it back', async () => {
    const sale = await sellSugar(1_350);
    expect(await stockOf(sugar)).toBe(8_650);
    const lines = [{ itemId: sale.items[0]!.id, quantity: 1 }];
    await returnCounterSale({ orderId: sale.id, by, lines, toStock: true, key: randomUUID() });
    expect(await stockOf(sugar)).toBe(8_650 + 675);
    await sound();
  });

  it('sells more than there is only if the shop says so', async () => {
    await expect(sellSugar(10_500)).rejects.toMatchObject({
      code: 'out_of_stock',
      message: 'Not enough in stock: Sugar (10 kg left)',
    });
    await sellSugar(10_500, { sells_anyway: true });
    expect(await stockOf(sugar)).toBe(0);
    await sound();
  });

  it('sells half a pack loose', async () => {
    const lines = [{ variant_id: dal.id, quantity: 1, grams: 250, price: 45 }];
    await sellAtCounter({
      shopId: shop.id,
      by,
      body: { payment_method: 'cod', lines, total: 22.5 },
      key: randomUUID(),
    });
    expect(await stockOf(dal)).toBe(2_450);
    await sound();
  });
});

describe('the stock room', () => {
  it('counts in grams or packs', async () => {
    const { take } = await startStockTake(own());
    const id = take.id;
    const count = (body: Parameters<typeof countStock>[0]['body']) => countStock({ ...own(), id, body });
    await count({ variant_id: sugar.id, counted: 9_860, seen: null, stock_unit: 'g' });
    await count({ variant_id: dal.id, add: 4 });
    await count({ variant_id: dal.id, add: 300, stock_unit: 'g' });
    await expect(count({ variant_id: dal.id, add: 300, stock_unit: 'ml' })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    const { lines } = await findStockTake({ ...own(), id });
    expect(new Map(lines.map(({ name, difference, value }) => [name, [difference, value]]))).toEqual(
      new Map([
        ['Dal', [-400, -36]],
        ['Sugar', [-140, -8.4]],
      ]),
    );
    await finishStockTake({ ...own(), id });
    expect([await stockOf(sugar), await stockOf(dal)]).toEqual([9_860, 2_300]);
    await sound();
  });

  it('buys in kilograms or packs at a cost of one, and writes off from a batch', async () => {
    const best_before = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const lines = [
      { variant_id: sugar.id, quantity: 50_000, stock_unit: 'g' as const, cost: 40, best_before },
      { variant_id: dal.id, quantity: 3, cost: 30 },
    ];
    const { id } = await addPurchase({ ...own(), body: { lines }, key: randomUUID() });
    const booked = await bookPurchase({ ...own(), id });
    expect(booked).toMatchObject({ pieces: 53, total: 2_090 });
    expect([await stockOf(sugar), await stockOf(dal)]).toEqual([60_000, 4_200]);
    const [batch] = (await listExpiring(own())).batches;
    expect(batch).toMatchObject({ bought: 50_000, left: 50_000, stock_unit: 'g' });
    const writeOff = { variant_id: sugar.id, batch_id: batch!.id, reason: 'spoiled' as const };
    await writeOffStock({ ...own(), body: { ...writeOff, quantity: 1_250, stock_unit: 'g' } });
    await writeOffStock({ ...own(), body: { ...writeOff, quantity: 2 } });
    expect(await stockOf(sugar)).toBe(56_750);
    const { batches } = await listExpiring(own());
    expect(batches).toMatchObject([{ left: 46_750 }]);
    await sound();
    await expect(reversePurchase({ ...own(), id })).resolves.toMatchObject({ total: -2_090 });
    expect(await stockOf(sugar)).toBe(6_750);
    await sound();
  });

  it('is low at so many items, or at a weight of its own', async () => {
    const low = async () => (await readLowStock(own())).variants.map(({ name, level }) => [name, level]);
    expect(await low()).toEqual([]);
    await setReorderLevel({ ...own(), variantId: sugar.id, level: 12_500, unit: 'g' });
    await setReorderLevel({ ...own(), variantId: dal.id, level: 6 });
    expect(await low()).toEqual([
      ['Dal', 3_000],
      ['Sugar', 12_500],
    ]);
  });

  it('is set by weight; in packs by a screen that shows packs, without losing the rest of one', async () => {
    const set = (stock: number, stockSeen: number, unit?: 'g') =>
      changeVariant({ variantId: dal.id, by, change: { stock, stockSeen, unit } });
    await set(5, 5);
    expect(await stockOf(dal)).toBe(2_700);
    await set(7, 5);
    expect(await stockOf(dal)).toBe(3_500);
    await set(3_250, 3_500, 'g');
    expect(await stockOf(dal)).toBe(3_250);
    await expect(set(1_000, 3_500, 'g')).rejects.toMatchObject({ code: 'stock_changed' });
    await sound();
  });
});

describe('a conversion', () => {
  let rice: Variant;
  beforeEach(async () => {
    const fields = { unit: '500 g', stock: 10, pricePaise: 4_000, reorderLevel: 4 };
    rice = (await createProduct({ shop, name: 'Rice', variants: [fields] })).variants[0]!;
  });

  it('keeps amounts, open orders and counts, and the history reads in the unit of each time', async () => {
    const { id } = await order(rice, 2);
    const { take } = await startStockTake(own());
    await countStock({ ...own(), id: take.id, body: { variant_id: rice.id, counted: 9, seen: null } });
    const product = await convert(rice, 'g', 500);
    expect(product.variants).toMatchObject([{ stock: 8, stock_amount: 4_000, stock_unit: 'g', low_at: 2_000 }]);
    await convert(rice, 'g', 500);
    const { lines } = await findStockTake({ ...own(), id: take.id });
    expect(lines).toMatchObject([{ counted: 4_500, expected: 5_000, to_pack: 1_000, difference: -500, content: 500 }]);
    await finishStockTake({ ...own(), id: take.id });
    await endOrder({ orderId: id, by, exit: 'decline', reason: 'item_unavailable' });
    expect(await stockOf(rice)).toBe(4_500);
    expect(await history(rice)).toEqual([
      'release 1000 4500 g',
      'stock_take -500 3500 g',
      'conversion 3992 4000 g',
      'sale -2 8 piece',
      'opening 10 10 piece',
    ]);
    const entries = await database().knex('activity_log').where({ shopId: shop.id, action: 'stock.converted' });
    expect(entries).toMatchObject([
      { subject: 'Rice', before: { stock: 8 }, after: { stock: '4 kg', content: '500 g' } },
    ]);
    await sound();
  });

  it('is undone by one back, unless a part of a pack would be left over', async () => {
    await convert(rice, 'g', 500);
    await writeOffStock({ ...own(), body: { variant_id: rice.id, quantity: 200, stock_unit: 'g', reason: 'spoiled' } });
    await expect(convert(rice, 'piece')).rejects.toMatchObject({
      code: 'status_not_allowed',
      message: '4.8 kg are not whole packs of 500 g: 300 g would be left over. Correct the stock first.',
    });
    await writeOffStock({ ...own(), body: { variant_id: rice.id, quantity: 300, stock_unit: 'g', reason: 'spoiled' } });
    const product = await convert(rice, 'piece');
    expect(product.variants).toMatchObject([{ stock: 9, stock_amount: 9, stock_unit: 'piece', content: 1, low_at: 4 }]);
    await sound();
  });

  it('takes along what was bought before, and refuses a draft that is no whole number of pieces any more', async () => {
    const buy = async (quantity: number, stock_unit: 'piece' | 'g') =>
      (await addPurchase({ ...own(), body: { lines: [{ variant_id: rice.id, quantity, stock_unit, cost: 30 }] } })).id;
    const bought = await buy(6, 'piece');
    await bookPurchase({ ...own(), id: bought });
    await convert(rice, 'g', 500);
    const { lines } = await findPurchase({ ...own(), id: bought });
    expect(lines).toMatchObject([{ quantity: 6, stock_unit: 'piece', now: { stock_unit: 'g', content: 500 } }]);
    await reversePurchase({ ...own(), id: bought });
    expect(await stockOf(rice)).toBe(5_000);
    const draft = await buy(750, 'g');
    await convert(rice, 'piece');
    await expect(bookPurchase({ ...own(), id: draft })).rejects.toMatchObject({ code: 'invalid_input' });
    await sound();
  });

  it('is refused from grams to millilitres, while it is weighed for an order, and of another shop', async () => {
    await expect(convert(sugar, 'ml', 1_000)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(convert(sugar, 'g', 500)).rejects.toMatchObject({ code: 'invalid_input' });
    const placed = await accepted(sugar, 2);
    await weigh(placed, 1_905);
    await expect(convert(sugar, 'piece')).rejects.toMatchObject({
      code: 'status_not_allowed',
      message: expect.stringContaining('Sugar is already weighed for order'),
    });
    const other = await createProduct({ shop: await createShop(), name: 'Salt' });
    await expect(convert(other.variants[0]!, 'g', 500)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is refused where the stock would be too much', async () => {
    const many = (await createProduct({ shop, name: 'Nails', variants: [{ stock: 1_000 }] })).variants[0]!;
    await expect(convert(many, 'g', 1_000_000)).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await stockOf(many)).toBe(1_000);
  });
});
