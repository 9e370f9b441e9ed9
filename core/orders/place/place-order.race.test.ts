import type { CartConflict } from '@haat/contract/orders/orders.calls';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import type { Shop } from '../../db/shops.models.ts';
import type { User } from '../../db/accounts.models.ts';
import { Variant } from '../../db/catalog.models.ts';
import { DomainError } from '../../errors.ts';
import { createProduct, createShop, createUser } from '../../test/factories.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { orderBody } from '../../test/order-body.ts';
import { startDelayingProxy } from '../../test/delaying-proxy.ts';
import { stopServices } from '../../test/stop-services.ts';
import { readOrderRequest } from './order-request.ts';
import { placeOrder, storeOrder } from './place-order.ts';

let shop: Shop;
let customers: User[];
beforeAll(async () => {
  connectDatabase();
  shop = await createShop();
  customers = await Promise.all(Array.from({ length: 50 }, () => createUser()));
});
afterAll(stopServices);

/** An outcome of placing an order: 'placed', its error code, or something unexpected. */
async function outcomeOf(order: Promise<unknown>): Promise<string> {
  try {
    await order;
    return 'placed';
  } catch (error) {
    return error instanceof DomainError ? error.code : `not a refusal: ${String(error)}`;
  }
}

const count = (outcomes: string[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(outcomes, (each) => each)).map(([name, all]) => [name, all?.length]),
  );

async function sellTheLastOne(): Promise<Record<string, number | undefined>> {
  const { variants } = await createProduct({ shop, variants: [{ stock: 1 }] });
  const body = orderBody([{ variant: variants[0]! }]);
  const outcomes = await Promise.all(customers.map(({ id }) => outcomeOf(placeOrder({ userId: id, body }))));
  expect(await brokenInvariants(database().pool)).toEqual([]);
  return count(outcomes);
}

it('sells the last item once to fifty concurrent customers', async () => {
  expect(await sellTheLastOne()).toEqual({ placed: 1, out_of_stock: 49 });
});

it('the same over a slow connection to the database', async () => {
  const near = database();
  const link = await startDelayingProxy(near.url, 25);
  const far = connectDatabase(link.url);
  try {
    expect(await sellTheLastOne()).toEqual({ placed: 1, out_of_stock: 49 });
  } finally {
    await Promise.all([far.knex.destroy(), far.pool.end()]);
    link.stop();
    await Promise.all([near.knex.destroy(), near.pool.end()]);
    connectDatabase(near.url);
  }
});

it('places one order for a double click, with and without a key', async () => {
  const { variants } = await createProduct({ shop, variants: [{ stock: 100 }] });
  const body = orderBody([{ variant: variants[0]! }]);
  for (const { id: userId } of customers.slice(0, 20)) {
    for (const idempotencyKey of [undefined, 'one-and-the-same']) {
      const clicks = Array.from({ length: 3 }, () => placeOrder({ userId, body, idempotencyKey }));
      const ids = (await Promise.all(clicks)).map(({ id }) => id);
      expect(new Set(ids).size).toBe(1);
    }
  }
  const { stock } = (await Variant.query().findById(variants[0]!.id))!;
  expect(stock).toBe(60);
  expect(await brokenInvariants(database().pool)).toEqual([]);
});

it('accepts one of two concurrent carts under one key, and rejects the other', async () => {
  const { variants } = await createProduct({ shop, variants: [{ unit: 'a' }, { unit: 'b' }] });
  for (const { id: userId } of customers.slice(0, 10)) {
    const attempts = variants.map((variant) =>
      outcomeOf(placeOrder({ userId, body: orderBody([{ variant }]), idempotencyKey: 'two-carts' })),
    );
    expect((await Promise.all(attempts)).toSorted()).toEqual(['idempotency_conflict', 'placed']);
  }
});

it('never deadlocks on carts in opposite order while a price changes', async () => {
  const { variants } = await createProduct({
    shop,
    variants: ['a', 'b', 'c', 'd'].map((unit) => ({ unit, stock: 10_000 })),
  });
  const there = orderBody(variants.map((variant) => ({ variant })));
  const back = { ...there, items: there.items.toReversed() };
  const dear = variants[1]!;
  const orders = Array.from({ length: 200 }, async (_, index) => {
    if (index % 20 === 10) {
      const pricePaise = index % 40 === 10 ? 6000 : 5000;
      await database().knex('variants').where({ id: dear.id }).update({ pricePaise });
      return 'repriced';
    }
    const order = { userId: customers[index % 50]!.id, body: index % 2 ? there : back };
    return outcomeOf(placeOrder({ ...order, idempotencyKey: `opposite-${index}` }));
  });
  const { placed = 0, price_changed: stale = 0, repriced, ...others } = count(await Promise.all(orders));
  expect(others).toEqual({});
  expect([repriced, placed + stale]).toEqual([10, 190]);
  expect(await brokenInvariants(database().pool)).toEqual([]);
});

it('stores a cash order with a contact while an unpaid order of the same customer locks the account', async () => {
  const { variants } = await createProduct({ shop, variants: [{ stock: 1 }] });
  const { id: userId } = await createUser({ name: null });
  const contact = { customer_name: 'Test Neighbour', customer_phone: '9876543210' };
  const request = readOrderRequest({ userId, body: orderBody([{ variant: variants[0]! }], contact) });
  const client = await database().pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
    expect(await storeOrder({ request, payment: 'cod' })).toMatchObject({ status: 'Pending' });
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

it('sells what was in stock at its price, for any concurrent carts', async () => {
  const line = fc.record({ which: fc.nat({ max: 3 }), quantity: fc.integer({ min: 1, max: 4 }) });
  const cart = fc.uniqueArray(line, { minLength: 1, maxLength: 4, selector: ({ which }) => which });
  const stocks = fc.array(fc.nat({ max: 8 }), { minLength: 4, maxLength: 4 });
  const prices = fc.array(fc.integer({ min: 0, max: 99_999 }), { minLength: 4, maxLength: 4 });

  const property = fc.asyncProperty(
    stocks,
    prices,
    fc.array(cart, { minLength: 2, maxLength: 10 }),
    async (stock, price, carts) => {
      const { variants } = await createProduct({
        shop,
        variants: stock.map((left, index) => ({ unit: `${index}`, stock: left, pricePaise: price[index]! })),
      });
      const results = await Promise.all(
        carts.map(async (lines, index) => {
          const body = orderBody(lines.map(({ which, quantity }) => ({ variant: variants[which]!, quantity })));
          const order = placeOrder({ userId: customers[index]!.id, body });
          return order.then((placed) => ({ lines, placed, body })).catch((error: DomainError) => ({ lines, error }));
        }),
      );
      const left = [...stock];
      for (const result of results) {
        if ('error' in result) continue;
        for (const { which, quantity } of result.lines) left[which]! -= quantity;
        expect(result.placed.totalPaise).toBe(Math.round(result.body.total * 100));
      }
      const rows = await Variant.query()
        .findByIds(variants.map(({ id }) => id))
        .orderBy('id');
      expect(rows.map((row) => row.stock)).toEqual(left);
      for (const result of results) {
        if ('placed' in result) continue;
        expect(result.error.code).toBe('out_of_stock');
        // Stock only falls here, so rejected lines cannot be sold later either.
        expect(result.lines.some(({ which, quantity }) => left[which]! < quantity)).toBe(true);
        expect((result.error.details as CartConflict).lines).toHaveLength(result.lines.length);
      }
    },
  );
  await fc.assert(property, { numRuns: 40 });
  expect(await brokenInvariants(database().pool)).toEqual([]);
});
