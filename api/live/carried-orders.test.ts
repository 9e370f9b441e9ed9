import type { ClientEvents, OrderUpdateEvent, ServerEvents, SocketAuth } from '@haat/contract/socket-events';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { Bus } from '@haat/core/live/bus';
import { connectBus } from '@haat/core/live/connect-bus';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import type { FeedRow } from '@haat/core/notify/feeds';
import type { Variant } from '@haat/core/db/catalog.models';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createMember, createProduct, createShop, createUser } from '../../core/test/factories.ts';
import { orderBody } from '../../core/test/order-body.ts';
import { shareDevice } from '../../core/test/shared-device.ts';
import { type SignedIn, startApi, type TestApi } from '../test/api-client.ts';
import { openEventStream } from '../test/event-stream.ts';
import { CarriedOrderReader } from './carried-orders.ts';
import { LiveHub } from './live-hub.ts';

const WITHIN = { timeout: 30_000 };

let api: TestApi;
let bus: Bus;
beforeAll(async () => {
  connectDatabase();
  bus = await connectBus();
  api = await startApi({ hub: new LiveHub(bus) });
});
afterAll(async () => {
  await api.stop();
  await bus.close();
  await closeDatabase();
});

let shop: { id: number };
let variant: Variant;
let vendor: SignedIn;
let customer: SignedIn;
beforeEach(async () => {
  shop = await createShop({ remindSeconds: 3600 });
  const { variants } = await createProduct({ shop, variants: [{ stock: 100 }] });
  variant = variants[0] as Variant;
  vendor = await api.signIn({ user: await createMember({ shop }), shop });
  customer = await api.signIn({ user: await createUser(), shop });
});

type Client = Socket<ServerEvents, ClientEvents>;

const open: Client[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const client of open.splice(0)) client.disconnect();
});

type Sent = { name: string; event: { order?: OrderView } & Record<string, unknown> };

/** A connection, with everything that it was sent. */
async function connect({ token }: SignedIn, last?: SocketAuth['last']) {
  const auth = { token, ...(last && { last }) };
  const client: Client = io(api.url, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth,
  });
  open.push(client);
  const sent: Sent[] = [];
  client.onAny((name: string, event: Sent['event']) => sent.push({ name, event }));
  await new Promise<void>((done) => client.once('connect', done));
  return { client, sent, named: (name: string) => sent.filter((each) => each.name === name) };
}

async function place(): Promise<number> {
  const { status, body } = await api.as(customer).post('/api/orders', {
    body: orderBody([{ variant }]),
    headers: { 'idempotency-key': `carried-${Math.random()}` },
  });
  expect(status).toBe(201);
  return body.orderId;
}

const advance = (id: number) => api.as(vendor).patch(`/api/orders/${id}/status`, { body: { status: 'Accepted' } });
const listed = async (): Promise<OrderView[]> =>
  (await api.as(vendor).get(`/api/orders/shop/${shop.id}?group=open`)).body;

it('carries the order as the list answers it to members who may read the list, and to no others', async () => {
  const other = await createShop();
  const [helper, rider, tablet, stranger] = await Promise.all([
    api.signIn({ user: await createMember({ shop, role: 'helper' }), shop }),
    api.signIn({ user: await createMember({ shop, role: 'rider' }), shop }),
    api.signIn({ user: await createMember({ shop }), shop }),
    api.signIn({ user: await createMember({ shop: other }), shop: other }),
  ]);
  await shareDevice({ sessionId: tablet.sessionId, shop });
  const team = await Promise.all([connect(vendor), connect(vendor)]);
  const [ofHelper, ofRider, ofTablet] = await Promise.all([connect(helper), connect(rider), connect(tablet)]);
  const [ofStranger, ofCustomer] = await Promise.all([connect(stranger), connect(customer)]);
  const streamOf = async (who: SignedIn) => {
    const { ticket } = (await api.as(who).post('/api/notifications/stream-ticket')).body;
    return openEventStream(`${api.url}/api/notifications/stream?token=${ticket}`);
  };
  const [stream, lockedStream] = [await streamOf(vendor), await streamOf(tablet)];

  // Connected is not yet subscribed.
  const first = await place();
  const all = [...team, ofHelper, ofRider, ofTablet];
  await vi.waitFor(() => {
    for (const { sent } of all) expect(JSON.stringify(sent)).toMatch(/"orders.changed"|"notification"/);
    expect([stream.events, lockedStream.events].map(({ length }) => length)).toEqual([1, 1]);
  }, WITHIN);
  const [asPlaced] = await listed();
  expect(asPlaced).toMatchObject({ id: first, order_status: 'Pending', version: 0 });
  for (const { named } of team) expect(named('notification')[0]?.event.order).toEqual(asPlaced);
  expect(stream.events[0]?.data['order']).toEqual(asPlaced);

  expect((await advance(first)).status).toBe(200);
  await vi.waitFor(() => {
    for (const { named } of [...team, ofCustomer]) expect(named('order.status')).toHaveLength(1);
    for (const { named } of [ofHelper, ofRider]) expect(named('orders.changed')).toHaveLength(2);
  }, WITHIN);
  const [asAccepted] = await listed();
  expect(asAccepted?.version).toBeGreaterThan(0);
  for (const { named } of team) expect(named('order.status')[0]?.event.order).toEqual(asAccepted);

  for (const { sent } of [ofHelper, ofRider, ofTablet, ofStranger, ofCustomer])
    expect(JSON.stringify(sent)).not.toMatch(/"order":|customer_name/);
  expect(ofStranger.sent.filter(({ name }) => name !== 'orders.acknowledged')).toEqual([]);
  expect(lockedStream.text()).not.toMatch(/"order":|customer_name/);
  expect(JSON.stringify(asAccepted)).toContain('customer_name');
  stream.close();
  lockedStream.close();
});

it('replays without orders', async () => {
  await advance(await place());
  const back = await connect(vendor, { [`shop:${shop.id}`]: 0 });
  await vi.waitFor(() => expect(back.named('notification')).toHaveLength(1), WITHIN);
  expect(JSON.stringify(back.sent)).not.toContain('"order":');
});

it('sends nothing of orders to a member who was removed from the team', async () => {
  const [admin, gone] = [await createMember({ shop, role: 'admin' }), await createMember({ shop })];
  const leaving = await connect(await api.signIn({ user: gone, shop }));
  const stays = await connect(vendor);
  await place();
  await vi.waitFor(() => expect(leaving.named('notification')[0]?.event.order).toBeDefined(), WITHIN);
  const left = new Promise((done) => leaving.client.once('disconnect', done));
  const manager = api.as(await api.signIn({ user: admin, shop }));
  expect((await manager.request('DELETE', `/api/shops/${shop.id}/members/${gone.id}`)).status).toBeLessThan(300);
  await left;
  await place();
  await vi.waitFor(() => expect(stays.named('notification')).toHaveLength(2), WITHIN);
  expect(leaving.named('notification')).toHaveLength(1);
});

it('never carries the order of another shop, whatever a signal says', async () => {
  const other = await createShop();
  const stranger = await connect(await api.signIn({ user: await createMember({ shop: other }), shop: other }));
  const id = await place();
  const { rows } = await database().pool.query(
    `WITH feed AS (INSERT INTO feeds (name, seq) SELECT 'user:' || user_id, 1 FROM orders WHERE id = $1
       ON CONFLICT (name) DO UPDATE SET seq = feeds.seq + 1 RETURNING name, seq)
     INSERT INTO notifications (feed, seq, order_id, kind, message, details)
     SELECT name, seq, $1, 'order.adjustment', 'Order', '{"update": "promised"}' FROM feed RETURNING feed, seq::int`,
    [id],
  );
  const updates: OrderUpdateEvent[] = [];
  stranger.client.on('order.updated', (event) => updates.push(event));
  await vi.waitFor(async () => {
    await bus.publish({ type: 'feed', ...rows[0], shopId: other.id });
    expect(updates).not.toEqual([]);
  }, WITHIN);
  expect(JSON.stringify(updates)).not.toContain('"order":');
});

it('reads the orders of all events that come together by one statement, and none of too many', async () => {
  const ids = [await place(), await place(), await place()];
  const query = vi.spyOn(database().pool, 'query');
  const reader = new CarriedOrderReader();
  const rowOf = (orderId: number) => ({ feed: `shop:${shop.id}`, orderId }) as FeedRow;
  const read = await Promise.all(ids.map((id) => reader.read([rowOf(id)])));
  expect(read.map((orders, at) => orders.get(ids[at] ?? 0)?.id)).toEqual(ids);
  expect(query).toHaveBeenCalledTimes(1);
  const many = Array.from({ length: 21 }, (_, at) => rowOf(at + 1));
  expect((await reader.read(many)).size).toBe(0);
  expect(query).toHaveBeenCalledTimes(1);
});

it('sends events without their orders when these cannot be read', async () => {
  const query = database().pool.query.bind(database().pool) as (...args: unknown[]) => Promise<unknown>;
  const id = await place();
  const team = await connect(vendor);
  await place();
  await vi.waitFor(() => expect(team.named('notification')).toHaveLength(1), WITHIN);
  vi.spyOn(database().pool, 'query').mockImplementation((async (statement: { text?: string }, ...rest: unknown[]) => {
    if (statement.text?.includes('WHERE o.id = ANY (ARRAY(SELECT unnest($1::bigint[]))) AND'))
      throw new Error('no answer');
    return query(statement, ...rest);
  }) as never);
  await advance(id);
  await vi.waitFor(() => expect(team.named('order.status')).toHaveLength(1), WITHIN);
  expect(team.named('order.status')[0]?.event.order).toBeUndefined();
});
