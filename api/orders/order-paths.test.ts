import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderActor } from '@haat/contract/orders/order-reasons';
import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/orders/order-status';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import type { Variant } from '@haat/core/db/catalog.models';
import { runOrderTimers } from '@haat/core/platform/run-order-timers';
import { createAddress, createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import { orderPaths } from '@haat/machines/orders/order-paths';
import { type OrderEvent, type OrderFacts, statusAfter } from '@haat/machines/orders/order.machine';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';

const api = apiTest();
let shop: Shop;
let variant: Variant;
let addressId: number;
let callers: Record<Person, ApiCaller>;
beforeAll(async () => {
  shop = await createShop({ cancelGraceMinutes: 60 });
  const elsewhere = await createShop();
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 1_000_000 }] });
  variant = variants[0]!;
  const user = await createUser();
  addressId = (await createAddress({ user })).id;
  const caller = async (who: { user: { id: number }; shop: Shop }) => api.as(await api.signIn(who));
  callers = {
    customer: await caller({ user, shop }),
    shop: await caller({ user: await createMember({ shop }), shop }),
    operator: await caller({ user: await createUser({ isPlatformAdmin: true }), shop: elsewhere }),
    stranger: await caller({ user: await createMember({ shop: elsewhere }), shop: elsewhere }),
  };
});

type Person = 'customer' | 'shop' | 'operator' | 'stranger';
type Fulfilment = 'takeaway' | 'delivery';
type Event = Pick<OrderEvent, 'type' | 'by'>;

const TYPES = ['accept', 'makeReady', 'send', 'handOver', 'decline', 'cancel', 'expire', 'bringBack'] as const;
const ACTORS: OrderActor[] = ['customer', 'shop', 'operator', 'clock'];
const EVENTS: Event[] = TYPES.flatMap((type) => ACTORS.map((by) => ({ type, by })));

// As in the shop above: accepted orders are in their grace period.
const factsOf = (fulfilment: Fulfilment) => ({ takeaway: fulfilment === 'takeaway', graceEndsAt: 1 });
const after = (status: OrderStatus, fulfilment: Fulfilment, event: Event): OrderStatus | undefined =>
  statusAfter({ status, ...factsOf(fulfilment) } satisfies OrderFacts, { ...event, at: 0 });

/** Every path of an order from Pending to an end, as its events. */
const pathsOf = (fulfilment: Fulfilment): Event[][] =>
  orderPaths(
    factsOf(fulfilment),
    EVENTS.map((event) => ({ ...event, at: 0 })),
  );

const nameOf = (path: readonly Event[]) => path.map(({ type, by }) => `${type} by ${by}`).join(', ');

let orders = 0;
async function place(fulfilment: Fulfilment): Promise<number> {
  const address = fulfilment === 'takeaway' ? {} : { takeaway: false, address: { id: addressId } };
  const body = orderBody([{ variant, quantity: 2 }], address);
  const headers = { 'idempotency-key': `order-paths-${(orders += 1)}` };
  const placed = await callers.customer.post('/api/orders', { body, headers });
  expect(placed.status).toBe(201);
  return (placed.body as { orderId: number }).orderId;
}

/** The status that a person requests to cause an event. */
const STEPS: Partial<Record<Event['type'], OrderStatus>> = {
  accept: 'Accepted',
  makeReady: 'Ready',
  send: 'In Transit',
  handOver: 'Delivered',
};
const EXITS: Partial<Record<Event['type'], { path: string; reason: string }>> = {
  decline: { path: 'decline', reason: 'other' },
  cancel: { path: 'cancel', reason: 'other' },
  bringBack: { path: 'return', reason: 'refused' },
};

async function call(orderId: number, { type, by }: { type: Event['type']; by: Person }): Promise<number> {
  const exit = EXITS[type];
  const caller = callers[by];
  const answer = exit
    ? await caller.post(`/api/orders/${orderId}/${exit.path}`, { body: { reason: exit.reason, text: 'A test' } })
    : await caller.patch(`/api/orders/${orderId}/status`, { body: { status: STEPS[type] } });
  return answer.status;
}

async function letExpire(orderId: number): Promise<void> {
  await database()
    .knex('orders')
    .where({ id: orderId })
    .update({ acceptBy: new Date(0) });
  await runOrderTimers();
}

async function go(orderId: number, { type, by }: Event): Promise<void> {
  if (by === 'clock') await letExpire(orderId);
  else expect(await call(orderId, { type, by }), `${type} by ${by}`).toBe(200);
}

const rowOf = (orderId: number) =>
  database().knex('orders').select('status', 'paymentStatus', 'revision').where({ id: orderId }).first();

describe.each(['takeaway', 'delivery'] as const)('a %s', (fulfilment) => {
  const paths = pathsOf(fulfilment);

  it('has paths to every final status that the machine allows', () => {
    const ends = new Set(
      paths.map((path) =>
        path.reduce<OrderStatus>((status, event) => after(status, fulfilment, event) ?? status, 'Pending'),
      ),
    );
    const expected = [
      'Delivered',
      'Declined',
      'Cancelled',
      'Expired',
      ...(fulfilment === 'delivery' ? ['Returned'] : []),
    ];
    expect([...ends].toSorted()).toEqual(expected.toSorted());
    expect(paths.length).toBeGreaterThan(10);
  });

  it.each(paths.map((path) => [nameOf(path), path] as const))('takes this path over HTTP: %s', async (_, path) => {
    const orderId = await place(fulfilment);
    let status: OrderStatus = 'Pending';
    for (const event of path) {
      await go(orderId, event);
      status = after(status, fulfilment, event) ?? status;
      expect(await rowOf(orderId)).toMatchObject({ status });
    }
    const own = (await callers.customer.get('/api/orders/user')).body as OrderView[];
    expect(own.find(({ id }) => id === orderId)?.order_status).toBe(status);
  });

  it.each(ORDER_STATUSES)('refuses, while %s, whatever the machine refuses, and stays as it is', async (status) => {
    const path = shortestTo(status, fulfilment);
    if (!path) return;
    const orderId = await place(fulfilment);
    for (const event of path) await go(orderId, event);
    const before = await rowOf(orderId);
    const people: Person[] = ['customer', 'shop', 'operator', 'stranger'];
    for (const type of TYPES.filter((each) => each !== 'expire')) {
      for (const by of people) {
        const allowed = by !== 'stranger' && after(status, fulfilment, { type, by });
        // Requesting the current status again changes nothing and is no error.
        const isSo = by !== 'stranger' && targetOf(type) === status;
        if (allowed || isSo) continue;
        expect([403, 404, 409], `${type} by ${by}`).toContain(await call(orderId, { type, by }));
        expect(await rowOf(orderId), `${type} by ${by}`).toEqual(before);
      }
    }
    if (!after(status, fulfilment, { type: 'expire', by: 'clock' })) {
      await letExpire(orderId);
      expect(await rowOf(orderId)).toEqual(before);
    }
  });
});

const targetOf = (type: Event['type']): OrderStatus | undefined =>
  STEPS[type] ??
  ({ decline: 'Declined', cancel: 'Cancelled', bringBack: 'Returned' } as Partial<Record<string, OrderStatus>>)[type];

function shortestTo(status: OrderStatus, fulfilment: Fulfilment): Event[] | undefined {
  if (status === 'Pending') return [];
  for (const path of pathsOf(fulfilment).toSorted((one, other) => one.length - other.length)) {
    let at: OrderStatus = 'Pending';
    for (const [step, event] of path.entries()) {
      at = after(at, fulfilment, event) ?? at;
      if (at === status) return path.slice(0, step + 1);
    }
  }
  return undefined;
}

it.each(['decline', 'cancel', 'cancellation-request'])('refuses a text that cannot be stored: %s', async (path) => {
  const orderId = await place('takeaway');
  const caller = path === 'decline' ? callers.shop : callers.customer;
  const send = (text: string) => caller.post(`/api/orders/${orderId}/${path}`, { body: { reason: 'other', text } });
  for (const text of ['\u0000', 'a\u0000b', '\ud800', 'a\u0007b', 'x'.repeat(501)])
    expect([text, await send(text)]).toMatchObject([text, { status: 400, body: { code: 'invalid_input' } }]);
  // A request is refused for anything that is possible without one.
  expect((await send('Two\r\nlines')).status).toBe(path === 'cancellation-request' ? 409 : 200);
});

it('keeps stock and money right on every path', async () =>
  expect(await brokenInvariants(database().pool)).toEqual([]));
