import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import { killLeftoverPrograms, type Program, startWorkerProgram } from '@haat/core/test/program';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { clockOptions } from '../tests/chaos/supervised.ts';
import { callerOf, signIn } from './test/api-client.ts';
import { openOrderedShop, startApiAtFreePort } from './test/ordered-shop.ts';
import { ReconnectingStream } from './test/reconnecting-stream.ts';

const WITHIN = { timeout: 60_000, interval: 100 };
const FIVE_MINUTES_MS = 5 * 60_000;

let ahead: Program & { url: string };
let behind: Program & { url: string };
beforeAll(async () => {
  connectDatabase();
  [ahead, behind] = await Promise.all([
    startApiAtFreePort(clockOptions(FIVE_MINUTES_MS)),
    startApiAtFreePort(clockOptions(-FIVE_MINUTES_MS)),
  ]);
});
afterAll(async () => {
  killLeftoverPrograms();
  await closeDatabase();
});

const startWorker = (aheadMs: number): Promise<Program> => startWorkerProgram(clockOptions(aheadMs));

const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;

const openRows = async () => (await sql('SELECT FROM outbox WHERE done_at IS NULL')).length;

it('serves the same on replicas whose clocks are ten minutes apart, and reports them as not ready', async () => {
  for (const [{ url }, reason] of [
    [ahead, /is 300 s ahead of the database's/],
    [behind, /is 300 s behind the database's/],
  ] as const) {
    const ready = await callerOf(url, undefined).get('/ready');
    const clock = (ready.body.checks as { name: string }[]).find(({ name }) => name === 'clock');
    expect([ready.status, clock]).toMatchObject([503, { state: 'down', reason: expect.stringMatching(reason) }]);
  }
  const [shop, user] = [await createShop({ remindSeconds: 3_600, cancelGraceMinutes: 2 }), await createUser()];
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 100 }] });
  const body = orderBody([{ variant: variants[0]! }]);

  // A token of one is accepted by the other, also one that is refreshed there.
  const customer = await signIn({ user, shop });
  let { refreshToken } = customer;
  const tokens = [customer.token];
  for (const { url } of [ahead, behind, ahead]) {
    const refreshed = await callerOf(url, undefined).post('/api/auth/refresh-token', { body: { refreshToken } });
    expect(refreshed.status).toBe(200);
    ({ refreshToken } = refreshed.body);
    tokens.push(refreshed.body.token);
  }
  for (const token of tokens)
    for (const { url } of [ahead, behind]) expect((await callerOf(url, token).get('/api/users/me')).status).toBe(200);

  const vendor = await signIn({ user: await createMember({ shop }), shop });
  const reader = new ReconnectingStream([`${behind.url}/api/notifications/stream?token=${vendor.token}`]);
  const workers = [await startWorker(FIVE_MINUTES_MS), await startWorker(-FIVE_MINUTES_MS)];
  const place = (at: { url: string }, nr: number) =>
    callerOf(at.url, customer.token).post('/api/orders', {
      body,
      headers: { 'idempotency-key': `clocks-apart-order-${nr}` },
    });
  const ids: number[] = [];
  for (let nr = 0; nr < 6; nr += 1) {
    const [first, second] = nr % 2 === 0 ? [ahead, behind] : [behind, ahead];
    const [placed, again] = [await place(first, nr), await place(second, nr)];
    expect([placed.status, again.status, again.body.orderId]).toEqual([201, 201, placed.body.orderId]);
    ids.push(placed.body.orderId);
  }
  await vi.waitFor(() => expect(reader.events.map(({ data }) => data.order_id)).toEqual(ids), WITHIN);
  expect(reader.ids).toEqual([1, 2, 3, 4, 5, 6]);
  await vi.waitFor(async () => expect(await openRows()).toBe(0), WITHIN);

  // Deadlines are measured by the clock of the database.
  const times = await sql<{ seconds: number }>(
    'SELECT DISTINCT round(extract(epoch FROM accept_by - created_at))::int AS seconds FROM orders WHERE id = ANY($1)',
    [ids],
  );
  expect(times).toHaveLength(1);
  for (const [nr, at] of [ahead, behind].entries()) {
    const path = `/api/orders/${ids[nr]}`;
    const accepted = await callerOf(at.url, vendor.token).request('PATCH', `${path}/status`, {
      body: { status: 'Accepted' },
    });
    const cancelled = await callerOf(at.url, customer.token).post(`${path}/cancel`, {
      body: { reason: 'changed_my_mind' },
    });
    expect([accepted.status, cancelled.status]).toEqual([200, 200]);
  }
  expect(await brokenInvariants(database().pool)).toEqual([]);
  await reader.close();
  await Promise.all(workers.map((worker) => worker.terminate()));
}, 150_000);

it.each([
  ['ahead', FIVE_MINUTES_MS],
  ['behind', -FIVE_MINUTES_MS],
])(
  'sweeps on time after a worker whose clock was five minutes %s has died',
  async (direction, aheadMs) => {
    const shop = await openOrderedShop();
    const isAnnounced = () => vi.waitFor(async () => expect(await openRows()).toBe(0), WITHIN);
    const wrong = await startWorker(aheadMs);
    await wrong.kill();
    const right = await startWorker(0);
    expect((await shop.place(behind.url, `clock-${direction}-order`)).status).toBe(201);
    await isAnnounced();
    // As if its job had been lost.
    await sql(`UPDATE outbox SET done_at = NULL, created_at = now() - interval '10 seconds'`);
    await isAnnounced();
    expect(await right.terminate()).toBe(0);
  },
  200_000,
);
