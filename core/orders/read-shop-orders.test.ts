import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import { createProduct, createShop, createUser } from '../test/factories.ts';
import { orderBody } from '../test/order-body.ts';
import { stopServices } from '../test/stop-services.ts';
import { publishOrderSignals } from './life/publish-order-signals.ts';
import { placeOrder } from './place/place-order.ts';
import { readShopOrders } from './read-shop-orders.ts';

beforeAll(() => void connectDatabase());
afterAll(stopServices);

/** PostgreSQL plans for the values of a call five times before it decides whether to keep a plan. */
const CALLS = 12;

it('keeps the plans of the statements that run for each event of an order', async () => {
  const shop = await createShop();
  const { variants } = await createProduct({ shop, variants: [{ stock: 5 }] });
  const { id } = await placeOrder({ userId: (await createUser()).id, body: orderBody([{ variant: variants[0]! }]) });
  const { pool } = database();
  // One after the other, so that all of them run on the connection that was used last.
  for (let call = 0; call < CALLS; call += 1) {
    expect(await readShopOrders([id])).toMatchObject([{ id }]);
    await publishOrderSignals([{ outboxId: 0, subjectId: id }], { publish: async () => {} });
  }
  const { rows } = await pool.query<{ kept: boolean }>(
    'SELECT generic_plans > 0 AS kept FROM pg_prepared_statements WHERE custom_plans + generic_plans >= $1',
    [CALLS],
  );
  expect(rows.map(({ kept }) => kept)).toEqual([true, true, true]);
});
