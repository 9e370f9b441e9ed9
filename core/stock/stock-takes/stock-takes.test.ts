import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import type { Shop } from '../../db/shops.models.ts';
import type { User } from '../../db/accounts.models.ts';
import { Variant } from '../../db/catalog.models.ts';
import { createCategory, createMember, createProduct, createShop, createUser } from '../../test/factories.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import type { Session } from '../../accounts/session.ts';
import { changeVariant } from '../../catalog/change-product.ts';
import { advanceOrderStatus } from '../../orders/life/advance-order-status.ts';
import { endOrder } from '../../orders/life/end-order.ts';
import { placeOrder } from '../../orders/place/place-order.ts';
import { readStockHistory } from '../stock-history.ts';
import { countRestAsZero, countStock, removeStockTakeLine, setDifferenceReason } from './count-stock.ts';
import { finishStockTake } from './finish-stock-take.ts';
import { cancelStockTake, startStockTake } from './open-stock-take.ts';
import { findStockTake, listStockTakes, listUncounted } from './read-stock-takes.ts';

let shop: Shop;
let customer: User;
let vendor: Session;
let admin: Session;
let rice: Variant;
let salt: Variant;
let id: number;

beforeAll(() => connectDatabase());
afterAll(stopServices);
beforeEach(async () => {
  shop = await createShop();
  customer = await createUser();
  vendor = { ...sessionOf(await createMember({ shop })), role: 'vendor' };
  admin = { ...sessionOf(await createMember({ shop, role: 'admin' })), role: 'admin' };
  const { variants } = await createProduct({ shop, name: 'Rice', variants: [{ stock: 10, pricePaise: 30_000 }] });
  [rice] = variants as [Variant];
  const other = await createProduct({ shop, name: 'Salt', variants: [{ stock: 4, pricePaise: 2_000 }] });
  [salt] = other.variants as [Variant];
  ({ id } = (await startStockTake({ by: vendor, shopId: shop.id })).take);
});

const sessionOf = (user: User): Session => ({
  userId: user.id,
  actorId: user.id,
  sessionId: randomUUID(),
  email: user.email,
  shopId: shop.id,
  shopSlug: shop.slug,
  role: undefined,
  isPlatformAdmin: false,
});

const ofTake = () => ({ by: vendor, shopId: shop.id, id });
const add = (variant: Variant, pieces = 1, key: string = randomUUID()) =>
  countStock({ ...ofTake(), body: { variant_id: variant.id, add: pieces }, key });
const set = (variant: Variant, counted: number, seen: number | null = null) =>
  countStock({ ...ofTake(), body: { variant_id: variant.id, counted, seen } });
const finish = () => finishStockTake(ofTake());
const stockOf = async ({ id: variantId }: Variant) => (await Variant.query().findById(variantId))?.stock;
const sound = async () => expect(await brokenInvariants(database().pool)).toEqual([]);

async function order(variant: Variant, quantity: number): Promise<number> {
  const body = orderBody([{ variant, quantity }]);
  return (await placeOrder({ userId: customer.id, body, idempotencyKey: randomUUID() })).id;
}

async function deliver(orderId: number): Promise<void> {
  for (const to of ['Accepted', 'Ready', 'Delivered'] as const) await advanceOrderStatus({ orderId, to, by: vendor });
}

it('adds what several devices scan, and applies the differences once, with reason and person', async () => {
  await Promise.all(Array.from({ length: 8 }, () => add(rice)));
  const line = await add(salt, 5);
  expect(line).toMatchObject({ counted: 5, expected: 4, difference: 1, value: 20, cost_value: null });
  await setDifferenceReason({ ...ofTake(), variantId: rice.id, reason: 'other', note: 'Given to the temple' });

  const [first, second] = await Promise.all([finish(), finish()]);
  expect(second).toEqual(first);
  expect(first).toMatchObject({ state: 'finished', counted: 2, differing: 2, pieces: -1, value: -580 });
  expect([await stockOf(rice), await stockOf(salt)]).toEqual([8, 5]);
  const history = await readStockHistory({ by: vendor, shopId: shop.id, variantId: rice.id });
  expect(history.changes).toMatchObject([
    { reason: 'stock_take', cause: 'other', note: 'Given to the temple', delta: -2, balance: 8, by: 'Test Vendor' },
    { reason: 'opening', delta: 10, balance: 10 },
  ]);
  const { changes } = await readStockHistory({ by: vendor, shopId: shop.id, variantId: salt.id });
  expect(changes[0]).toMatchObject({ cause: 'found', stock_take_id: id });
  await sound();
});

it('counts a scan that is sent twice once', async () => {
  const key = randomUUID();
  await add(rice, 1, key);
  expect(await add(rice, 1, key)).toMatchObject({ counted: 1 });
});

it('finds what was scanned by its barcode, hidden products too', async () => {
  const barcode = '8901063092730';
  const { variants } = await createProduct({ shop, isPublished: false, variants: [{ barcode, stock: 1 }] });
  const scan = (code: string) => countStock({ ...ofTake(), body: { barcode: code, add: 1 } });
  expect(await scan(barcode)).toMatchObject({ variant_id: variants[0]?.id, counted: 1, difference: 0 });
  await expect(scan('8901030865275')).rejects.toMatchObject({ code: 'not_found' });
});

describe('a sale during the count', () => {
  it('after the last count does not change the difference', async () => {
    await set(rice, 9);
    await deliver(await order(rice, 3));
    expect(await finish()).toMatchObject({ pieces: -1 });
    expect(await stockOf(rice)).toBe(6);
    await sound();
  });

  it('before the count is expected in it until the order is packed', async () => {
    const orderId = await order(rice, 3);
    expect(await set(rice, 10)).toMatchObject({ expected: 10, to_pack: 3, difference: 0 });
    await advanceOrderStatus({ orderId, to: 'Accepted', by: vendor });
    await advanceOrderStatus({ orderId, to: 'Ready', by: vendor });
    expect(await set(rice, 7, 10)).toMatchObject({ expected: 7, to_pack: 0, difference: 0 });
    await endOrder({ orderId, exit: 'cancel', by: vendor, reason: 'not_collected' }).catch(() => undefined);
    await finish();
    await sound();
  });

  it('between two scans of a product is shown, so that it is counted again', async () => {
    await add(rice, 5);
    await deliver(await order(rice, 2));
    expect(await add(rice, 3)).toMatchObject({ counted: 8, expected: 8, difference: 0, moved: -2 });
    expect(await set(rice, 8, 8)).toMatchObject({ moved: 0 });
  });

  it('that is being placed is either before the count or after it, never both', async () => {
    await Promise.all([
      ...Array.from({ length: 6 }, () => order(rice, 1)),
      ...Array.from({ length: 6 }, () => add(rice)),
      set(salt, 4),
    ]);
    // Everything is still in the shop: nothing was packed.
    const all = await set(rice, 10, 6);
    expect(all).toMatchObject({ expected: 10, to_pack: 6, difference: 0 });
    await Promise.all([finish(), order(rice, 1), order(salt, 1)]);
    expect([await stockOf(rice), await stockOf(salt)]).toEqual([3, 3]);
    await sound();
  });

  it('of what is not there leaves a stock of 0, and its orders', async () => {
    await set(rice, 2);
    await order(rice, 6);
    const { lines } = await finish();
    expect(lines[0]).toMatchObject({ difference: -4 });
    expect(await stockOf(rice)).toBe(0);
    await sound();
  });
});

it('is not finished while a stock was set by hand after it was counted', async () => {
  await set(rice, 9);
  await changeVariant({ variantId: rice.id, by: vendor, change: { stock: 9 } });
  await expect(finish()).rejects.toMatchObject({ code: 'stock_changed', details: { items: ['Rice'] } });
  expect(await stockOf(rice)).toBe(9);
  expect(await set(rice, 9, 9)).toMatchObject({ difference: 0, edited: false });
  await finish();
  expect(await stockOf(rice)).toBe(9);
  await sound();
});

it('says when another device has counted since the number was read', async () => {
  await add(rice, 3);
  await expect(set(rice, 5)).rejects.toMatchObject({ code: 'edit_conflict', details: { current: { counted: 3 } } });
  expect(await set(rice, 5, 3)).toMatchObject({ counted: 5 });
  await expect(
    add(rice, -1)
      .then(() => set(rice, 0, 4))
      .then(() => add(rice, -1)),
  ).rejects.toMatchObject({
    code: 'invalid_input',
  });
});

it('counts the rest as 0, or leaves it as it is', async () => {
  await set(rice, 10);
  expect(await listUncounted(ofTake())).toMatchObject([{ name: 'Salt', expected: 4 }]);
  await add(salt);
  await removeStockTakeLine({ ...ofTake(), variantId: salt.id });
  expect(await countRestAsZero(ofTake())).toMatchObject({ uncounted: 0, counted: 2, pieces: -4 });
  await finish();
  expect(await stockOf(salt)).toBe(0);
  await sound();
});

it('has one open stock take for a shop, which two tablets share', async () => {
  const [one, two] = await Promise.all([
    startStockTake({ by: vendor, shopId: shop.id }),
    startStockTake({ by: admin, shopId: shop.id }),
  ]);
  expect([one.take.id, two.take.id, one.isNew, two.isNew]).toEqual([id, id, false, false]);
});

it('counts one category with what is below it', async () => {
  await cancelStockTake(ofTake());
  const categoryId = await createCategory({ name: 'Staples', child: 'Dal' });
  const { variants } = await createProduct({ shop, categoryId, name: 'Toor dal', variants: [{ stock: 3 }] });
  const parent = await createCategory({ name: 'Staples' });
  ({ id } = (await startStockTake({ by: vendor, shopId: shop.id, categoryId: parent })).take);
  expect(await listUncounted(ofTake())).toMatchObject([{ name: 'Toor dal' }]);
  await expect(add(rice)).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await add(variants[0] as Variant, 3)).toMatchObject({ difference: 0 });
});

it('a cancelled one changes nothing and cannot be finished, a finished one cannot be counted', async () => {
  await set(rice, 1);
  expect(await cancelStockTake(ofTake())).toMatchObject({ state: 'cancelled' });
  await expect(finish()).rejects.toMatchObject({ code: 'status_not_allowed' });
  expect(await stockOf(rice)).toBe(10);
  ({ id } = (await startStockTake({ by: vendor, shopId: shop.id })).take);
  await finish();
  await expect(add(rice)).rejects.toMatchObject({ code: 'status_not_allowed' });
  await expect(cancelStockTake(ofTake())).rejects.toMatchObject({ code: 'status_not_allowed' });
});

it('shows costs to admins only, and nothing to other shops', async () => {
  await Variant.query().findById(rice.id).patch({ costPaise: 20_000 });
  await set(rice, 9);
  expect((await listStockTakes({ by: admin, shopId: shop.id }))[0]).toMatchObject({ value: -300, cost_value: -200 });
  expect((await findStockTake(ofTake())).lines[0]).toMatchObject({ value: -300, cost_value: null });
  const stranger = { ...vendor, shopId: (await createShop()).id };
  await expect(findStockTake({ ...ofTake(), by: stranger })).rejects.toMatchObject({ code: 'forbidden' });
});

it('pages the history of a variant with its running balance', async () => {
  for (const stock of [9, 7, 12]) await changeVariant({ variantId: rice.id, by: vendor, change: { stock } });
  const orderId = await order(rice, 2);
  const read = (after?: number) =>
    readStockHistory({ by: vendor, shopId: shop.id, variantId: rice.id, limit: 2, after });
  const first = await read();
  expect(first.changes).toMatchObject([
    { reason: 'sale', delta: -2, balance: 10, by: null, order: { id: orderId, channel: 'online' } },
    { reason: 'adjustment', delta: 5, balance: 12, by: 'Test Vendor' },
  ]);
  const second = await read(first.changes.at(-1)?.id);
  expect(second.changes.map(({ balance }) => balance)).toEqual([7, 9]);
  const third = await read(second.changes.at(-1)?.id);
  expect(third.changes.map(({ balance, reason }) => [balance, reason])).toEqual([[10, 'opening']]);
});

// Of an order that is being placed, the stock is locked: the count waits for it.
it('waits for an order that has locked the variant', async () => {
  const client = await database().pool.connect();
  try {
    await client.query(`BEGIN; UPDATE variants SET stock = 6 WHERE id = ${rice.id}`);
    await client.query(`INSERT INTO stock_ledger (variant_id, delta, reason) VALUES (${rice.id}, -4, 'adjustment')`);
    const counting = set(rice, 6);
    await vi.waitFor(async () => {
      const { rows } = await database().pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    });
    await client.query('COMMIT');
    expect(await counting).toMatchObject({ expected: 6, difference: 0, edited: false });
  } finally {
    client.release();
  }
});
