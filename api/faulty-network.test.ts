import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { testDatabase } from '@haat/core/test/database';
import { createProduct, createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import { stopServices } from '@haat/core/test/stop-services';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Connections, CrashPoints } from '../tests/chaos/crash-points.ts';
import { type ApiCaller, callerOf, startApi, type TestApi } from './test/api-client.ts';

const WITHIN = { timeout: 30_000, interval: 100 };
const PLACES = (effects: string[]): boolean =>
  effects.some((effect) => /INSERT INTO order_requests|\/api\/orders/.test(effect));

// Beside the network that has the faults.
const pool = new pg.Pool({ connectionString: testDatabase() });
/** Between the api and its stores, and between customers and the api. */
let inner: Connections;
let outer: Connections;
let api: TestApi;
let customer: ApiCaller;
let body: unknown;
beforeAll(async () => {
  inner = await Connections.to({ DATABASE_URL: testDatabase() }, new CrashPoints());
  connectDatabase(inner.env.DATABASE_URL);
  api = await startApi();
  outer = await Connections.to({ API_URL: api.url }, new CrashPoints());
  const shop = await createShop();
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 1_000 }] });
  body = orderBody([{ variant: variants[0]! }]);
  const { token } = await api.signIn({ user: await createUser(), shop });
  customer = callerOf(outer.env.API_URL!, token);
});
afterEach(() => {
  for (const connections of [inner, outer]) {
    connections.network.heal();
    connections.loseAnswers(undefined);
  }
});
afterAll(async () => {
  outer.stop();
  await api.stop();
  await stopServices();
  await closeDatabase();
  inner.stop();
  await pool.end();
});

const place = (key: string) => customer.post('/api/orders', { body, headers: { 'idempotency-key': key } });

let placedSoFar = 0;

/** The order of that key is the only one that was added, and the answer to its repetition. */
async function expectOneOrder(key: string): Promise<void> {
  const again = await place(key);
  const { rows } = await pool.query<{ id: number }>('SELECT order_id::int AS id FROM order_requests WHERE key = $1', [
    key,
  ]);
  expect(rows).toEqual([{ id: again.body.orderId }]);
  expect(again.status).toBe(201);
  const { rowCount } = await pool.query('SELECT FROM orders');
  expect(rowCount).toBe((placedSoFar += 1));
  expect(await brokenInvariants(pool)).toEqual([]);
}

it('places one order when the answer of the database to its commit is lost', async () => {
  inner.loseAnswers(PLACES);
  const refused = await place('lost-answer-of-the-database');
  expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
  inner.loseAnswers(undefined);
  await expectOneOrder('lost-answer-of-the-database');
});

it('places one order when the answer to the customer is lost', async () => {
  outer.loseAnswers(PLACES);
  await expect(place('lost-answer-of-the-api')).rejects.toThrow('fetch failed');
  outer.loseAnswers(undefined);
  await expectOneOrder('lost-answer-of-the-api');
});

it.each(['requests', 'answers'] as const)(
  'places one order when %s of the database do not arrive for a while',
  async (direction) => {
    const key = `one-way-network-of-${direction}`;
    inner.network.silence(direction);
    const placing = place(key);
    expect((await customer.get('/ready')).status).toBe(503);
    inner.network.heal();
    expect((await placing).status).toBe(201);
    await vi.waitFor(async () => expect((await customer.get('/ready')).status).toBe(200), WITHIN);
    await expectOneOrder(key);
  },
);

it.each(['requests', 'answers'] as const)(
  'places one order when %s of customers do not arrive for a while',
  async (direction) => {
    const key = `silent-customers-of-${direction}`;
    outer.network.silence(direction);
    // The customer gives up and sends it again.
    const [first, second] = [place(key), place(key)];
    outer.network.heal();
    const [one, other] = await Promise.all([first, second]);
    expect([one.status, other.status, one.body.orderId]).toEqual([201, 201, other.body.orderId]);
    await expectOneOrder(key);
  },
);

it('serves over a slow network', async () => {
  inner.network.slow(40);
  outer.network.slow(150);
  expect((await place('slow-network-order')).status).toBe(201);
  await expectOneOrder('slow-network-order');
});
