import type { PlaceOrderBody } from '@haat/contract/api/orders.schema';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { findSession } from '@haat/core/services/auth/find-session';
import { openSession } from '@haat/core/services/auth/open-session';
import { signAccessToken } from '@haat/core/services/auth/tokens';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createMember, createProduct, createShop, createUser } from '../core/test/factories.ts';
import { orderBody } from '../core/test/order-body.ts';
import { killLeftPrograms, startApiProgram, startWorkerProgram } from '../core/test/program.ts';
import { freePort } from '../scripts/lib/ports.ts';
import { FollowingReader } from './test/following-reader.ts';

const WITHIN = { timeout: 20_000, interval: 100 };
const DEADLY = ['--import', './api/test/die-before-enqueue.ts'];

const startApi = async (nodeArgs: string[] = []) => {
  const port = await freePort();
  const program = await startApiProgram({ env: { PORT: String(port) }, nodeArgs });
  return { ...program, url: `http://127.0.0.1:${port}` };
};

let shop: { id: number };
let body: PlaceOrderBody;
let vendorToken: string;
let customerToken: string;
let reader: FollowingReader;

beforeAll(() => void connectDatabase());
afterAll(async () => {
  killLeftPrograms();
  await closeDatabase();
});
beforeEach(async () => {
  shop = await createShop();
  const { variants } = await createProduct({ shop });
  body = orderBody(variants.map((variant) => ({ variant, quantity: 1 })));
  vendorToken = await tokenOf(await createMember({ shop }));
  customerToken = await tokenOf(await createUser());
});

async function tokenOf(user: { id: number }): Promise<string> {
  const { sessionId } = await openSession(database().pool, { userId: user.id, shopId: shop.id });
  const session = await findSession(sessionId);
  if (!session) throw new Error('This user cannot sign in');
  return signAccessToken(session);
}

const streamAt = (url: string) => `${url}/api/notifications/stream?token=${vendorToken}`;
const place = (url: string, key: string) =>
  fetch(`${url}/api/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${customerToken}`,
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
const count = async (text: string) => {
  const { rows } = await database().pool.query<{ n: number }>(text, [shop.id]);
  return rows[0]?.n;
};
const orders = () => count('select count(*)::int n from orders where shop_id = $1');
const undispatched = () =>
  count(`select count(*)::int n from outbox b join orders o on o.id = b.subject_id and b.topic = 'order.placed'
         where o.shop_id = $1 and b.dispatched_at is null`);

it('a worker killed over and over loses no order and shows none twice', async () => {
  const api = await startApi();
  reader = new FollowingReader([streamAt(api.url)]);
  for (let round = 0; round < 3; round++) {
    const worker = await startWorkerProgram();
    const placed = await Promise.all([0, 1, 2, 3].map((each) => place(api.url, `worker-dies-${round}-${each}`)));
    await worker.kill();
    expect(placed.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  }
  const last = await startWorkerProgram();
  await vi.waitFor(() => expect(reader.ids).toHaveLength(12), WITHIN);
  await vi.waitFor(async () => expect(await undispatched()).toBe(0), WITHIN);
  expect(reader.ids).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
  await Promise.all([reader.close(), last.terminate(), api.terminate()]);
}, 90_000);

it('an api killed after the commit and before the enqueue loses no order and shows none twice', async () => {
  const [api, deadly] = [await startApi(), await startApi(DEADLY)];
  const worker = await startWorkerProgram();
  // Its screen sits on the replica that will die, and comes back on the other.
  reader = new FollowingReader([streamAt(deadly.url), streamAt(api.url)]);
  await vi.waitFor(() => expect(reader.connections).toBe(1), WITHIN);

  await expect(place(deadly.url, 'api-dies-1')).rejects.toThrow('fetch failed');
  expect(await deadly.exited).toBe(null);
  expect([await orders(), await undispatched()]).toEqual([1, 1]);

  // The customer has no answer and sends it again.
  const again = await place(api.url, 'api-dies-1');
  expect(again.status).toBe(201);
  expect(await orders()).toBe(1);

  await vi.waitFor(() => expect(reader.ids).toEqual([1]), WITHIN);
  await vi.waitFor(async () => expect(await undispatched()).toBe(0), WITHIN);
  expect((await place(api.url, 'api-lives-2')).status).toBe(201);
  await vi.waitFor(() => expect(reader.ids).toEqual([1, 2]), WITHIN);
  await Promise.all([reader.close(), worker.terminate(), api.terminate()]);
}, 90_000);
