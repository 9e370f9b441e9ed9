import type {
  ClientEvents,
  OrderRefundEvent,
  OrderStatusEvent,
  ServerEvents,
  SocketAuth,
} from '@haat/contract/socket-events';
import type { Bus } from '@haat/core/live/bus';
import { connectBus } from '@haat/core/live/connect-bus';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { endSession } from '@haat/core/accounts/session-lifecycle';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { announcedOrder, announcedRefund, announcedStep } from '../../core/test/announced-order.ts';
import { createMember, createShop, createUser } from '../../core/test/factories.ts';
import { shareDevice } from '../../core/test/shared-device.ts';
import { amountsIn } from '../test/authorization/amounts.ts';
import { type SignedIn, startApi, type TestApi } from '../test/api-client.ts';
import { openEventStream } from '../test/event-stream.ts';
import { LiveHub } from './live-hub.ts';

const WITHIN = { timeout: 30_000 };

type Client = Socket<ServerEvents, ClientEvents>;

type Options = { last?: SocketAuth['last']; origin?: string; transports?: string[] };

let api: TestApi;
let bus: Bus;
const buses: Bus[] = [];
beforeAll(async () => {
  connectDatabase();
  bus = await openBus();
  // Sessions are not checked meanwhile, so that only a signal can end a connection.
  api = await startApi({ hub: new LiveHub(bus, { checkSessionsEveryMs: 3_600_000 }) });
});
afterAll(async () => {
  await api.stop();
  await Promise.all(buses.map((each) => each.close()));
  await closeDatabase();
});

/** This process publishes on the latest one. */
async function openBus(): Promise<Bus> {
  const opened = await connectBus();
  buses.push(opened);
  return opened;
}

let shop: { id: number };
let user: { id: number };
let vendor: SignedIn;
let customer: SignedIn;
beforeEach(async () => {
  shop = await createShop();
  user = await createUser();
  vendor = await api.signIn({ user: await createMember({ shop }), shop });
  customer = await api.signIn({ user, shop });
});

const open: Client[] = [];
afterEach(() => open.splice(0).forEach((client) => client.disconnect()));

function socketOf(token: unknown, { last, origin, transports = ['websocket'] }: Options = {}) {
  const client: Client = io(api.url, {
    transports,
    forceNew: true,
    reconnection: false,
    auth: { token, ...(last && { last }) },
    ...(origin && { extraHeaders: { origin } }),
  });
  open.push(client);
  const received: { orders: number[]; steps: OrderStatusEvent[] } = { orders: [], steps: [] };
  const acknowledged: number[] = [];
  client.on('notification', ({ id }) => received.orders.push(id));
  client.on('order.status', (step) => received.steps.push(step));
  client.on('orders.acknowledged', ({ seq }) => acknowledged.push(seq));
  const announcements: (number | null)[] = [];
  client.on('announcements.changed', ({ shop_id }) => announcements.push(shop_id));
  const shops: number[] = [];
  client.on('shop.changed', ({ shop_id }) => shops.push(shop_id));
  const outcome = new Promise<string>((done) => {
    client.once('connect', () => done('connected'));
    client.once('connect_error', ({ message }) => done(message));
  });
  return { client, received, acknowledged, announcements, shops, outcome };
}

const place = async (at = shop) => {
  const order = await announcedOrder({ shop: at, user });
  await bus.publish({ type: 'feed', feed: `shop:${at.id}`, seq: order.seq, shopId: at.id });
  return order;
};
const step = async (orderId: number, status: string) => {
  const { seq } = await announcedStep({ orderId, user, status });
  await bus.publish({ type: 'feed', feed: `user:${user.id}`, seq, shopId: shop.id });
  return seq;
};

it("sends new orders to the shop's team only", async () => {
  const [team, mate, shopper] = [socketOf(vendor.token), socketOf(vendor.token), socketOf(customer.token)];
  expect(await Promise.all([team.outcome, mate.outcome, shopper.outcome])).toEqual(Array(3).fill('connected'));
  await place(await createShop());
  await place();
  await vi.waitFor(() => expect([team.received.orders, mate.received.orders]).toEqual([[1], [1]]), WITHIN);
  expect(shopper.received.orders).toEqual([]);
});

it('shows a locked shared device of the orders that are not acknowledged only that they are there', async () => {
  const tablet = await api.signIn({ user: await createMember({ shop }), shop });
  const { orderId } = await place();
  await place();
  await api.as(vendor).post('/api/notifications/acknowledge', { body: { seq: 1 } });
  await shareDevice({ sessionId: tablet.sessionId, shop });
  const shown = {
    id: 2,
    message: expect.stringMatching(/^New order H\d{6}(: (delivery|takeaway))?$/),
    created_at: expect.any(String),
    order_id: expect.any(Number),
    order_number: expect.stringMatching(/^H\d{6}$/),
  };
  const isShown = (notification: object) => {
    expect(notification).toMatchObject({ ...shown, id: expect.any(Number) });
    const told = new Set([...Object.keys(shown), 'item_count', 'takeaway']);
    expect(Object.keys(notification).filter((field) => !told.has(field))).toEqual([]);
  };

  const listed = (await api.as(tablet).get('/api/notifications?limit=200')).body;
  expect(listed.map(({ id }: { id: number }) => id)).toEqual([2]);
  const { ticket } = (await api.as(tablet).post('/api/notifications/stream-ticket')).body;
  const stream = await openEventStream(`${api.url}/api/notifications/stream?token=${ticket}&lastEventId=0`);
  const socket = socketOf(tablet.token, { last: { [`shop:${shop.id}`]: 0 } });
  const notifications: object[] = [];
  socket.client.on('notification', (event) => notifications.push(event));
  await vi.waitFor(() => expect([stream.events.length, notifications.length]).toEqual([1, 1]), WITHIN);

  // This socket must not receive the changes of another order.
  await step(orderId, 'Accepted');
  await place();
  await vi.waitFor(() => expect([stream.events.length, notifications.length]).toEqual([2, 2]), WITHIN);
  expect(socket.received.steps).toEqual([]);
  for (const each of [...listed, ...notifications, ...stream.events.map(({ data }) => data)]) isShown(each);
  stream.close();
});

it('sends a status change to the customer and to the other screens of the shop, once each', async () => {
  const other = await api.signIn({ user: await createUser(), shop });
  const [team, shopper, stranger] = [socketOf(vendor.token), socketOf(customer.token), socketOf(other.token)];
  await Promise.all([team.outcome, shopper.outcome, stranger.outcome]);
  const { orderId } = await place();
  // Connected is not yet subscribed: the order arrives when the socket is in the room of the shop.
  await vi.waitFor(() => expect(team.received.orders).toHaveLength(1), WITHIN);
  const seq = await step(orderId, 'Accepted');
  const event = {
    feed: `user:${user.id}`,
    seq,
    order_id: orderId,
    order_number: expect.stringMatching(/^H\d{6}$/),
    status: 'Accepted',
    at: expect.any(String),
  };
  const steps = [[{ ...event, order: expect.objectContaining({ id: orderId }) }], [event]];
  await vi.waitFor(() => expect([team.received.steps, shopper.received.steps]).toEqual(steps), WITHIN);
  // Signaled right after the commit, and again by the job.
  await bus.publish({ type: 'feed', feed: `user:${user.id}`, seq, shopId: shop.id });
  await step(orderId, 'Ready');
  for (const { received } of [team, shopper])
    await vi.waitFor(() => expect(received.steps.map(({ status }) => status)).toEqual(['Accepted', 'Ready']), WITHIN);
  expect(stranger.received).toEqual({ orders: [], steps: [] });
});

it('says to helpers and riders only that something has changed: without order, amount and customer', async () => {
  const people = await Promise.all(
    (['helper', 'rider'] as const).map(async (role) => api.signIn({ user: await createMember({ shop, role }), shop })),
  );
  const sockets = people.map(({ token }) => socketOf(token));
  const events: unknown[][] = sockets.map(() => []);
  sockets.forEach(({ client }, at) => client.onAny((...event: unknown[]) => events[at]?.push(event)));
  const team = socketOf(vendor.token);
  await Promise.all([team.outcome, ...sockets.map(({ outcome }) => outcome)]);
  const { orderId } = await place();
  const changed = ['orders.changed', { shop_id: shop.id }];
  await vi.waitFor(() => expect(events).toEqual([[changed], [changed]]), WITHIN);
  await step(orderId, 'Accepted');
  await vi.waitFor(
    () =>
      expect(events).toEqual([
        [changed, changed],
        [changed, changed],
      ]),
    WITHIN,
  );
  await vi.waitFor(() => expect(team.received.steps).toHaveLength(1), WITHIN);
  expect(amountsIn(JSON.stringify(events))).toEqual([]);
});

it('sends a refund to the customer and to the screens of the shop, as no new order', async () => {
  const [team, shopper] = [socketOf(vendor.token), socketOf(customer.token)];
  const received: OrderRefundEvent[] = [];
  for (const { client } of [team, shopper]) client.on('order.refund', (event) => received.push(event));
  await Promise.all([team.outcome, shopper.outcome]);
  const { orderId } = await place();
  await vi.waitFor(() => expect(team.received.orders).toHaveLength(1), WITHIN);
  const { seq } = await announcedRefund({ orderId, user });
  await bus.publish({ type: 'feed', feed: `user:${user.id}`, seq, shopId: shop.id });
  const event = { feed: `user:${user.id}`, seq, order_id: orderId, amount: 50.5 };
  await vi.waitFor(() => expect(received).toMatchObject([event, event]), WITHIN);
  expect([team.received.orders, shopper.received.orders]).toMatchObject([[1], []]);
});

it('sends what the clock does to an order to the screens of its shop, and an unpaid expiry to nobody but the customer', async () => {
  const [team, shopper] = [socketOf(vendor.token), socketOf(customer.token)];
  const updates: unknown[] = [];
  const expiries: unknown[] = [];
  for (const { client } of [team, shopper]) {
    client.on('order.updated', ({ order_id, update }) => updates.push([order_id, update]));
    client.on('order.expired', ({ order_id }) => expiries.push(order_id));
  }
  await Promise.all([team.outcome, shopper.outcome]);
  const { orderId } = await place();
  await vi.waitFor(() => expect(team.received.orders).toHaveLength(1), WITHIN);
  const announce = async (kind: string, details: object) => {
    const { rows } = await database().pool.query(
      `WITH feed AS (UPDATE feeds SET seq = seq + 1 WHERE name = $1 RETURNING seq)
       INSERT INTO notifications (feed, seq, order_id, kind, message, details)
       SELECT $1, seq, $2, $3, 'Order', $4 FROM feed RETURNING seq::int`,
      [`user:${user.id}`, orderId, kind, JSON.stringify(details)],
    );
    await bus.publish({ type: 'feed', feed: `user:${user.id}`, seq: rows[0].seq, shopId: shop.id });
  };
  await step(orderId, 'Accepted');
  await announce('order.expired', {});
  await announce('order.cancellation', { update: 'cancellation_refused' });
  const refused = [orderId, 'cancellation_refused'];
  await vi.waitFor(() => expect(updates).toEqual([refused, refused]), WITHIN);
  expect(expiries).toEqual([orderId]);
});

it("sends acknowledgements to the shop's own devices only", async () => {
  await place();
  await place();
  const [team, mate, shopper] = [socketOf(vendor.token), socketOf(vendor.token), socketOf(customer.token)];
  await vi.waitFor(() => expect([team.acknowledged, mate.acknowledged]).toEqual([[0], [0]]), WITHIN);
  await api.as(vendor).post('/api/notifications/acknowledge', { body: { seq: 2 } });
  await vi.waitFor(() => expect([...team.acknowledged, ...mate.acknowledged]).toEqual([0, 2, 0, 2]), WITHIN);
  expect([await shopper.outcome, shopper.acknowledged]).toEqual(['connected', []]);
});

it('notifies the members of a shop, on every replica, that its announcements or its suspension changed, and nobody else', async () => {
  const replica = await startApi({ hub: new LiveHub(await openBus()) });
  const operator = replica.as(await replica.signIn({ user: await createUser({ isPlatformAdmin: true }), shop }));
  const elsewhere = await createShop();
  const stranger = await api.signIn({ user: await createMember({ shop: elsewhere }), shop: elsewhere });
  const sockets = [vendor, stranger, customer].map(({ token }) => socketOf(token));
  await Promise.all(sockets.map(({ outcome }) => outcome));
  const received = () => sockets.map(({ announcements }) => announcements);

  const own = { title: 'New fees', text: 'From Monday.', shop_id: shop.id };
  const { body: sent } = await operator.post('/api/operator/announcements', { body: own });
  await vi.waitFor(() => expect(received()).toEqual([[shop.id], [], []]), WITHIN);
  await operator.post(`/api/operator/announcements/${sent.id}/withdraw`);
  await vi.waitFor(() => expect(received()).toEqual([[shop.id, shop.id], [], []]), WITHIN);
  await operator.post('/api/operator/announcements', { body: { ...own, shop_id: null } });
  await vi.waitFor(() => expect(received()).toEqual([[shop.id, shop.id, null], [null], []]), WITHIN);
  const suspend = (body: object) => operator.patch(`/api/operator/shops/${shop.id}`, { body });
  await suspend({ suspended: true, reason: 'Expired licence' });
  await suspend({ suspended: false });
  await vi.waitFor(() => expect(sockets.map(({ shops }) => shops)).toEqual([[shop.id, shop.id], [], []]), WITHIN);
  await replica.stop();
  await openBus();
});

it('replays what was missed since the last number, then continues', async () => {
  for (let each = 0; each < 3; each++) await place();
  const { orderId } = await place();
  await step(orderId, 'Accepted');
  const team = socketOf(vendor.token, { last: { [`shop:${shop.id}`]: 2 } });
  const shopper = socketOf(customer.token, { last: { [`user:${user.id}`]: 0 } });
  await vi.waitFor(() => expect(team.received.orders).toEqual([3, 4]), WITHIN);
  await vi.waitFor(() => expect(shopper.received.steps.map(({ status }) => status)).toEqual(['Accepted']), WITHIN);
  await place();
  await step(orderId, 'Ready');
  await vi.waitFor(() => expect(team.received.orders).toEqual([3, 4, 5]), WITHIN);
  await vi.waitFor(() => expect(shopper.received.steps.map(({ seq }) => seq)).toEqual([1, 2]), WITHIN);
});

it('begins now without a last number, and ignores feeds of others', async () => {
  const other = await createShop();
  await place(other);
  await place();
  const team = socketOf(vendor.token, { last: { [`shop:${other.id}`]: 0 } });
  await team.outcome;
  await place();
  await vi.waitFor(() => expect(team.received.orders).toEqual([2]), WITHIN);
});

describe('lets in', () => {
  it.each([undefined, '', 'rubbish', 7])('rejects the token %j', async (token) => {
    expect(await socketOf(token).outcome).toBe('unauthenticated');
  });

  it('no page of a foreign origin, but our own pages', async () => {
    expect(await socketOf(vendor.token, { origin: 'https://evil.example' }).outcome).not.toBe('connected');
    expect(await socketOf(vendor.token, { origin: 'null' }).outcome).not.toBe('connected');
    expect(await socketOf(vendor.token, { origin: api.url }).outcome).toBe('connected');
  });

  it('WebSockets only', async () => {
    expect(await socketOf(vendor.token, { transports: ['polling'] }).outcome).not.toBe('connected');
  });
});

it('ends when the session is revoked, and does not let it in again', async () => {
  const team = socketOf(vendor.token);
  await team.outcome;
  const left = new Promise((done) => team.client.once('disconnect', done));
  await endSession({ sessionId: vendor.sessionId });
  await left;
  expect(await socketOf(vendor.token).outcome).toBe('unauthenticated');
});

it('sends `replaced` to the oldest connection of a user when there are more than ten', async () => {
  const oldest = socketOf(vendor.token);
  await oldest.outcome;
  const told = vi.fn();
  oldest.client.once('replaced', told);
  const left = new Promise((done) => oldest.client.once('disconnect', done));
  for (let each = 0; each < 10; each++) await socketOf(vendor.token).outcome;
  await left;
  expect(told).toHaveBeenCalledOnce();
});

it('closes connections of one address beyond 200 that join nothing, and does not count those that joined', async () => {
  expect(await socketOf(vendor.token).outcome).toBe('connected');
  const silent = Array.from({ length: 220 }, () => {
    return new WebSocket(`${api.url.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`);
  });
  const closed = () => silent.filter(({ readyState }) => readyState === WebSocket.CLOSED).length;
  await vi.waitFor(() => expect(closed()).toBe(20), WITHIN);
  for (const connection of silent.slice(0, 150)) connection.close();
  await vi.waitFor(() => expect(closed()).toBeGreaterThanOrEqual(150), WITHIN);
  expect(await socketOf(vendor.token).outcome).toBe('connected');
  for (const connection of silent) connection.close();
});
