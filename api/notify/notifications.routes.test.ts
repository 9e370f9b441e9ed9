import { connectBus } from '@haat/core/live/connect-bus';
import type { Bus } from '@haat/core/live/bus';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { endSession } from '@haat/core/accounts/session-lifecycle';
import { signToken } from '@haat/core/accounts/session';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { announcedOrder, announcedStep } from '../../core/test/announced-order.ts';
import { createMember, createShop, createUser } from '../../core/test/factories.ts';
import { LiveHub } from '../live/live-hub.ts';
import { type SignedIn, startApi, type TestApi } from '../test/api-client.ts';
import { type EventStream, openEventStream } from '../test/event-stream.ts';

const WITHIN = { timeout: 30_000 };

let api: TestApi;
let bus: Bus;
let customer: { id: number };
beforeAll(async () => {
  connectDatabase();
  bus = await connectBus();
  api = await startApi({ hub: new LiveHub(bus, { checkSessionsEveryMs: 300 }) });
  customer = await createUser();
});
afterAll(async () => {
  await api.stop();
  await bus.close();
  await closeDatabase();
});

let shop: { id: number };
let vendor: SignedIn;
beforeEach(async () => {
  shop = await createShop();
  vendor = await api.signIn({ user: await createMember({ shop }), shop });
});

const place = async () => {
  const order = await announcedOrder({ shop, user: customer });
  await bus.publish({ type: 'feed', feed: `shop:${shop.id}`, seq: order.seq, shopId: shop.id });
  return order;
};

describe('GET /api/notifications', () => {
  it("lists the shop's own, newest first, numbered by the feed", async () => {
    const first = await place();
    await place();
    await announcedOrder({ shop: await createShop(), user: customer });

    const { status, body } = await api.as(vendor).get('/api/notifications');
    expect(status).toBe(200);
    expect(body.map(({ id }: { id: number }) => id)).toEqual([2, 1]);
    expect(body[1]).toEqual({
      id: 1,
      message: expect.stringContaining('New order H'),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
      order_id: first.orderId,
      order_number: expect.stringMatching(/^H\d{6}$/),
      user_name: 'Test Customer',
      address: null,
      phone: '9000000001',
      item_count: 1,
      total: 50,
    });
  });

  it('answers what is newer than a number, and no more than asked for', async () => {
    for (let each = 0; each < 4; each++) await place();
    const ids = async (query: string) => {
      const { body } = await api.as(vendor).get(`/api/notifications?${query}`);
      return body.map(({ id }: { id: number }) => id);
    };
    expect(await ids('after=2')).toEqual([4, 3]);
    expect(await ids('limit=1')).toEqual([4]);
    expect(await ids('after=4')).toEqual([]);
  });

  it.each(['limit=0', 'limit=-1', 'after=x', 'after=1e3'])('refuses %s', async (query) => {
    expect((await api.as(vendor).get(`/api/notifications?${query}`)).status).toBe(400);
  });

  it.each([
    ['get', '/api/notifications'],
    ['get', '/api/notifications/acknowledged'],
    ['post', '/api/notifications/stream-ticket'],
  ] as const)('%s %s is for members of the shop', async (method, path) => {
    const shopper = await api.signIn({ user: customer, shop });
    const elsewhere = await api.signIn({ user: await createMember({ shop: await createShop() }), shop });
    const operator = await api.signIn({ user: await createUser({ isPlatformAdmin: true }), shop });
    const statuses = await Promise.all(
      [api.as(), api.as(shopper), api.as(elsewhere), api.as(vendor), api.as(operator)].map((who) => who[method](path)),
    );
    expect(statuses.map(({ status }) => status)).toEqual([401, 403, 403, 200, 200]);
  });
});

describe('POST /api/notifications/acknowledge', () => {
  const acknowledge = (seq: unknown) => api.as(vendor).post('/api/notifications/acknowledge', { body: { seq } });

  it('returns the last acknowledged number for all devices of the shop', async () => {
    await place();
    await place();
    expect((await acknowledge(1)).body).toEqual({ seq: 1 });
    expect((await acknowledge(99)).body).toEqual({ seq: 2 });
    const colleague = await api.signIn({ user: await createMember({ shop }), shop });
    expect((await api.as(colleague).get('/api/notifications/acknowledged')).body).toEqual({ seq: 2 });
  });

  it.each([-1, 1.5, '1', null, 2 ** 53, [1], undefined])('refuses %j', async (seq) => {
    await place();
    expect((await acknowledge(seq)).status).toBe(400);
    expect((await api.as(vendor).get('/api/notifications/acknowledged')).body).toEqual({ seq: 0 });
  });
});

describe('GET /api/notifications/stream', () => {
  const open: EventStream[] = [];
  const stream = async (token: string, rest: { query?: string; headers?: Record<string, string> } = {}) => {
    const address = `${api.url}/api/notifications/stream?token=${encodeURIComponent(token)}${rest.query ?? ''}`;
    const opened = await openEventStream(address, rest.headers);
    open.push(opened);
    return opened;
  };
  const ticketOf = async (who: SignedIn): Promise<string> =>
    (await api.as(who).post('/api/notifications/stream-ticket')).body.ticket;
  const idsOf = ({ events }: EventStream) => events.map(({ id }) => id);
  afterEach(() => open.splice(0).forEach((each) => each.close()));

  it.each(['access token', 'ticket'])('takes an %s and brings orders as they come', async (kind) => {
    const read = await stream(kind === 'ticket' ? await ticketOf(vendor) : vendor.token);
    const { orderId } = await place();
    await vi.waitFor(() => expect(read.events).toHaveLength(1), WITHIN);
    expect(read.events[0]).toEqual({
      id: 1,
      data: expect.objectContaining({ id: 1, order_id: orderId, user_name: 'Test Customer', phone: '9000000001' }),
    });
  });

  it('is made for proxies and browsers to pass on at once, whatever they accept', async () => {
    const { status, headers, text } = await stream(vendor.token, { headers: { 'accept-encoding': 'gzip, br' } });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-accel-buffering': 'no',
    });
    expect(headers['content-encoding']).toBeUndefined();
    await vi.waitFor(() => expect(text()).toMatch(/^retry: \d{4}\n\n/), WITHIN);
  });

  it('is refused like every other call when the database fails before its head is out', async () => {
    const { pool } = database();
    const ticket = await ticketOf(vendor);
    await pool.query('ALTER TABLE feeds RENAME TO feeds_elsewhere');
    try {
      const answer = await fetch(`${api.url}/api/notifications/stream?token=${ticket}`, {
        signal: AbortSignal.timeout(30_000),
      });
      expect([answer.status, await answer.json()]).toMatchObject([500, { code: 'internal' }]);
    } finally {
      await pool.query('ALTER TABLE feeds_elsewhere RENAME TO feeds');
    }
  });

  it('begins now for a new reader, and where it was for one that comes back', async () => {
    for (let each = 0; each < 3; each++) await place();
    const [fresh, byHeader, byQuery, fromTheFuture] = await Promise.all([
      stream(vendor.token),
      stream(vendor.token, { headers: { 'last-event-id': '1' } }),
      stream(vendor.token, { query: '&lastEventId=0' }),
      stream(vendor.token, { query: '&lastEventId=999' }),
    ]);
    await vi.waitFor(() => expect(idsOf(byQuery)).toEqual([1, 2, 3]), WITHIN);
    await place();
    await vi.waitFor(() => expect(idsOf(byQuery)).toEqual([1, 2, 3, 4]), WITHIN);
    await vi.waitFor(() => expect([fresh, byHeader, fromTheFuture].map(idsOf)).toEqual([[4], [2, 3, 4], [4]]), WITHIN);
  });

  it('sends the last acknowledged number at once and after each change', async () => {
    for (let each = 0; each < 3; each++) await place();
    await api.as(vendor).post('/api/notifications/acknowledge', { body: { seq: 1 } });
    const [read, other] = [await stream(vendor.token), await stream(vendor.token)];
    const acknowledgedEvents = ({ text }: EventStream) => text().match(/event: acknowledged\ndata: .*/g);
    const saying = (seq: number) => `event: acknowledged\ndata: {"seq":${seq}}`;
    await vi.waitFor(
      () => expect([acknowledgedEvents(read), acknowledgedEvents(other)]).toEqual([[saying(1)], [saying(1)]]),
      WITHIN,
    );
    await api.as(vendor).post('/api/notifications/acknowledge', { body: { seq: 3 } });
    await vi.waitFor(
      () => expect([acknowledgedEvents(read), acknowledgedEvents(other)].flat()).toEqual([1, 3, 1, 3].map(saying)),
      WITHIN,
    );
    expect(read.text()).not.toMatch(/^id:/m);
  });

  it('is reported within a sweep when every signal is lost', async () => {
    const deaf = { subscribe: () => () => {}, onReconnect: () => () => {} };
    const away = await startApi({ hub: new LiveHub(deaf, { sweepEveryMs: 200 }) });
    const read = await openEventStream(`${away.url}/api/notifications/stream?token=${vendor.token}`);
    await place();
    await api.as(vendor).post('/api/notifications/acknowledge', { body: { seq: 1 } });
    await vi.waitFor(() => expect(read.text()).toContain('data: {"seq":1}'), WITHIN);
    read.close();
    await away.stop();
  });

  it('sends nothing of another shop', async () => {
    const read = await stream(vendor.token);
    const other = await createShop();
    const { seq } = await announcedOrder({ shop: other, user: customer });
    await bus.publish({ type: 'feed', feed: `shop:${other.id}`, seq });
    await place();
    await vi.waitFor(() => expect(idsOf(read)).toEqual([1]), WITHIN);
  });

  it('sends more than a batch to a client that was offline for long', async () => {
    for (let each = 0; each < 450; each++) await announcedOrder({ shop, user: customer });
    const read = await stream(vendor.token, { query: '&lastEventId=0' });
    await vi.waitFor(() => expect(read.events).toHaveLength(450), WITHIN);
    expect(idsOf(read)).toEqual(Array.from({ length: 450 }, (_, at) => at + 1));
  });

  it('is refused before the first byte', async () => {
    const shopper = await api.signIn({ user: customer, shop });
    const stale = await ticketOf(vendor);
    await database().pool.query('UPDATE stream_tickets SET expires_at = now()');
    const claims = { sid: vendor.sessionId };
    const other = await signToken({ claims, subject: '1', type: 'something-else+jwt', seconds: 60 });
    const statuses = await Promise.all(
      ['rubbish', stale, other, vendor.refreshToken, shopper.token].map(async (token) => (await stream(token)).status),
    );
    expect(statuses).toEqual([401, 401, 401, 401, 403]);
    expect((await openEventStream(`${api.url}/api/notifications/stream`)).status).toBe(401);
    expect((await stream(vendor.token, { query: '&lastEventId=-1' })).status).toBe(400);
  });

  it('a ticket opens one stream, however many bring it to however many replicas at once', async () => {
    const replica = await startApi();
    try {
      const ticket = await ticketOf(vendor);
      const opened = await Promise.all(
        [api, replica, api, replica, api, replica].map(({ url }) =>
          openEventStream(`${url}/api/notifications/stream?token=${ticket}`),
        ),
      );
      open.push(...opened);
      const withStatus = (expected: number) => opened.filter(({ status }) => status === expected);
      expect([withStatus(200), withStatus(401)].map(({ length }) => length)).toEqual([1, 5]);
      expect((await stream(ticket)).status).toBe(401);
      const { rows } = await database().pool.query('SELECT * FROM stream_tickets WHERE session_id = $1', [
        vendor.sessionId,
      ]);
      expect(rows).toEqual([]);
    } finally {
      open.splice(0).forEach((each) => each.close());
      await replica.stop();
    }
  });

  it('a ticket is not used up by a request for anything but the stream, and its text is not stored', async () => {
    const ticket = await ticketOf(vendor);
    const { rows } = await database().pool.query('SELECT ticket_hash FROM stream_tickets');
    expect(JSON.stringify(rows)).not.toContain(ticket);
    const head = await fetch(`${api.url}/api/notifications/stream?token=${ticket}`, { method: 'HEAD' });
    expect(head.status).toBe(405);
    expect((await stream(ticket, { query: '&lastEventId=-1' })).status).toBe(400);
    expect((await stream(ticket)).status).toBe(200);
  });

  it('a ticket opens nothing but the stream', async () => {
    expect((await api.as(await ticketOf(vendor)).get('/api/notifications')).status).toBe(401);
  });

  it('keeps five per user: the sixth ends the oldest, which is told and waits a minute before it comes back', async () => {
    const first = await stream(vendor.token);
    for (let each = 0; each < 4; each++) await stream(vendor.token);
    const other = await stream((await api.signIn({ user: await createMember({ shop }), shop })).token);
    const sixth = await stream(vendor.token);
    await first.closed;
    expect(first.text()).toContain('retry: 60000\n\nevent: replaced\ndata: {}\n\n');
    await place();
    await vi.waitFor(() => expect([idsOf(sixth), idsOf(other)]).toEqual([[1], [1]]), WITHIN);
    expect(open.filter((each) => each.events.length === 1)).toHaveLength(6);
  });

  it('ends when its session is revoked, and its tokens open no other', async () => {
    const [ticket, another] = [await ticketOf(vendor), await ticketOf(vendor)];
    const read = await stream(ticket);
    await endSession({ sessionId: vendor.sessionId });
    await read.closed;
    expect([(await stream(another)).status, (await stream(vendor.token)).status]).toEqual([401, 401]);
  });

  it('ends when its user leaves the shop, even without a signal', async () => {
    const read = await stream(vendor.token);
    await database().pool.query('delete from shop_members where shop_id = $1', [shop.id]);
    await read.closed;
    expect((await stream(vendor.token)).status).toBe(403);
  });

  it('outlives its access token', async () => {
    const read = await stream(vendor.token);
    await database().pool.query(`update sessions set created_at = now() - interval '1 hour' where id = $1`, [
      vendor.sessionId,
    ]);
    const queries = vi.spyOn(database().pool, 'query');
    await vi.waitFor(
      () =>
        expect(queries).toHaveBeenCalledWith(
          expect.objectContaining({ text: expect.stringContaining('s.id = ANY($1::uuid[])') as string }),
        ),
      WITHIN,
    );
    queries.mockRestore();
    await place();
    await vi.waitFor(() => expect(idsOf(read)).toEqual([1]), WITHIN);
  });

  it('does not show steps of orders as new orders', async () => {
    const read = await stream(vendor.token);
    const { orderId } = await place();
    await announcedStep({ orderId, user: customer, status: 'Accepted' });
    await place();
    await vi.waitFor(() => expect(idsOf(read)).toEqual([1, 2]), WITHIN);
  });
});
