import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Bus } from '@haat/core/live/bus';
import { connectBus } from '@haat/core/live/connect-bus';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import type { OutboxPayload } from '@haat/core/queue/job-definitions';
import { findSession } from '@haat/core/accounts/session';
import { publishOrderSignals } from '@haat/core/orders/life/publish-order-signals';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { announcedOrder } from '../../core/test/announced-order.ts';
import { createMember, createShop, createUser } from '../../core/test/factories.ts';
import { signIn, startApi, type TestApi } from '../test/api-client.ts';
import { openOrderedShop } from '../test/ordered-shop.ts';
import { openEventStream } from '../test/event-stream.ts';
import { ReconnectingStream } from '../test/reconnecting-stream.ts';
import { LiveHub } from './live-hub.ts';

const WITHIN = { timeout: 30_000 };

let bus: Bus;
let customer: { id: number };
beforeAll(async () => {
  connectDatabase();
  bus = await connectBus();
  customer = await createUser();
});
afterAll(async () => {
  await bus.close();
  await closeDatabase();
});

const streamOf = (api: TestApi, token: string) => `${api.url}/api/notifications/stream?token=${token}`;
const oneTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

/** A replica that receives a share of the signals. */
const replica = (share: number): Promise<TestApi> => {
  const subscribe: Bus['subscribe'] = (listener) =>
    bus.subscribe((signal) => {
      if (Math.random() < share) listener(signal);
    });
  return startApi({ hub: new LiveHub({ subscribe, onReconnect: bus.onReconnect }, { sweepEveryMs: 400 }) });
};

async function place(shop: { id: number }): Promise<void> {
  const { seq } = await announcedOrder({ shop, user: customer });
  await bus.publish({ type: 'feed', feed: `shop:${shop.id}`, seq, shopId: shop.id });
}

describe('readers that hop between two replicas', () => {
  it.each([
    { share: 1, what: 'all signals arrive' },
    { share: 0.7, what: 'a third of the signals is lost' },
    { share: 0, what: 'every signal is lost' },
  ])('miss nothing and get nothing twice when $what', async ({ share }) => {
    const apis = await Promise.all([replica(share), replica(share)]);
    const shops = await Promise.all([createShop(), createShop(), createShop()]);
    const readers = await Promise.all(
      [...shops, ...shops].map(async (shop, at) => {
        const { token } = await apis[0].signIn({ user: await createMember({ shop }), shop });
        const addresses = apis.map((api) => streamOf(api, token));
        return new ReconnectingStream(at % 2 === 0 ? addresses : addresses.toReversed());
      }),
    );
    const ordersEach = 60;
    const writers = [...shops, ...shops].map(async (shop) => {
      for (let each = 0; each < ordersEach / 2; each++) {
        await place(shop);
        await sleep(Math.random() * 8);
      }
    });
    const hopping = (async () => {
      for (let each = 0; each < 30; each++) {
        readers[Math.floor(Math.random() * readers.length)]?.hop();
        await sleep(10 + Math.random() * 20);
      }
    })();
    await Promise.all([...writers, hopping]);
    const allHave = (count: number) =>
      vi.waitFor(() => {
        for (const { ids } of readers) expect(ids).toEqual(oneTo(count));
      }, WITHIN);
    await allHave(ordersEach);
    // An order that was sent twice would have arrived before this one.
    await Promise.all(shops.map(place));
    await allHave(ordersEach + 1);
    await Promise.all(readers.map((reader) => reader.close()));
    await Promise.all(apis.map((api) => api.stop()));
  });
});

describe('a reader that does not read', () => {
  it('is dropped, while the others go on, and misses nothing when it comes back', async () => {
    const api = await replica(1);
    const shop = await createShop();
    const user = await createMember({ shop });
    const { token } = await api.signIn({ user, shop });
    const connections = promisify(api.server.getConnections.bind(api.server));

    const slow = connect(Number(new URL(api.url).port), '127.0.0.1');
    slow.on('error', () => {});
    slow.pause();
    slow.write(`GET /api/notifications/stream?token=${token} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
    const fast = await openEventStream(streamOf(api, token));
    await vi.waitFor(async () => expect(await connections()).toBe(2), WITHIN);

    let written = 0;
    while ((await connections()) === 2 && written < 2_000) {
      written += await placeHeavy(shop, 40);
      await vi.waitFor(() => expect(fast.events).toHaveLength(written), WITHIN);
    }
    expect(await connections()).toBe(1);
    expect(fast.events.map(({ id }) => id)).toEqual(oneTo(written));

    const back = await openEventStream(streamOf(api, token), { 'last-event-id': '0' });
    await vi.waitFor(() => expect(back.events.map(({ id }) => id)).toEqual(oneTo(written)), WITHIN);
    slow.destroy();
    await api.stop();
  });
});

it('sends an order before its job has run, and only once', async () => {
  const withoutSweep = new LiveHub(bus, { sweepEveryMs: 600_000 });
  const api = await startApi({ hub: withoutSweep });
  const { place, streamAt, openOutboxRows } = await openOrderedShop();
  const read = await openEventStream(streamAt(api.url));
  expect((await place(api.url, 'before-its-job')).status).toBe(201);
  // No worker runs here.
  await vi.waitFor(() => expect(read.events).toHaveLength(1), WITHIN);
  expect(await openOutboxRows()).toBe(1);

  const { rows } = await database().pool.query<OutboxPayload>(
    'SELECT id AS "outboxId", subject_id AS "subjectId" FROM outbox WHERE subject_id = $1 AND done_at IS NULL',
    [read.events[0]?.data.order_id],
  );
  await publishOrderSignals(rows, bus);
  expect((await place(api.url, 'the-next-one')).status).toBe(201);
  await vi.waitFor(() => expect(read.events.map(({ id }) => id)).toEqual([1, 2]), WITHIN);
  expect(await openOutboxRows()).toBe(1);
  read.close();
  await api.stop();
});

it('keeps nothing of a reader that left before its stream began', async () => {
  const hub = new LiveHub(bus);
  const shop = await createShop();
  const { sessionId } = await signIn({ user: await createMember({ shop }), shop });
  const session = await findSession(sessionId);
  const streamed = Promise.withResolvers<unknown>();
  const server = createServer((_request, response) => {
    response.once('close', () =>
      streamed.resolve(session && hub.stream(response, session, { after: 0 }).then(() => 'over')),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const request = get({ port: (server.address() as AddressInfo).port });
  request.on('error', () => {});
  await once(server, 'request');
  request.destroy();

  expect(await Promise.race([streamed.promise, sleep(2_000, 'still there')])).toBe('over');
  hub.close();
  server.close();
});

/** Places that many notifications of 10 kB together. */
async function placeHeavy(shop: { id: number }, count: number): Promise<number> {
  await announcedOrder({ shop, user: customer });
  const feed = `shop:${shop.id}` as const;
  const { rows } = await database().pool.query<{ seq: number }>(HEAVY, [feed, count - 1, customer.id, shop.id]);
  const seq = rows[0]?.seq ?? 0;
  await bus.publish({ type: 'feed', feed, seq });
  return count;
}

const HEAVY = `
  WITH f AS (UPDATE feeds SET seq = seq + $2::bigint WHERE name = $1 RETURNING seq),
  o AS (
    INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name)
    SELECT $3, $4, 'cod', true, 100, 0, 'x' FROM generate_series(1, $2::bigint) RETURNING id
  ), n AS (
    INSERT INTO notifications (feed, seq, order_id, kind, message)
    SELECT $1, f.seq - $2::bigint + row_number() OVER (ORDER BY o.id), o.id, 'order.placed', repeat('m', 10000) FROM f, o
  )
  SELECT seq FROM f`;
