import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import type { User } from '@haat/core/db/accounts.models';
import type { Variant } from '@haat/core/db/catalog.models';
import { advanceOrderStatus } from '@haat/core/orders/life/advance-order-status';
import { readSession } from '@haat/core/accounts/session';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';

const api = apiTest();
let shop: Shop;
let customer: User;
let rice: Variant;
let ghee: Variant;
let otherGhee: Variant;
let token: string;
let vendor: ApiCaller;
let operator: ApiCaller;
let buyer: ApiCaller;
beforeAll(async () => {
  [shop, customer] = await Promise.all([createShop(), createUser()]);
  // One after the other: the lines of an order are in the order of their variants.
  rice = await createVariant('Rice', '1 kg');
  ghee = await createVariant('Ghee');
  otherGhee = await createVariant('Other');
  const signedIn = await api.signIn({ user: await createMember({ shop }), shop });
  token = signedIn.token;
  vendor = api.as(signedIn);
  buyer = api.as(await api.signIn({ user: customer, shop }));
  operator = api.as(await api.signIn({ user: await createUser({ isPlatformAdmin: true }), shop: await createShop() }));
});

async function createVariant(name: string, unit?: string): Promise<Variant> {
  const fields = { pricePaise: 12_550, stock: 100, ...(unit !== undefined && { unit }) };
  return (await createProduct({ shop, name, variants: [fields] })).variants[0]!;
}

let orders = 0;
async function acceptedOrder(choice: string = 'call_me'): Promise<OrderView> {
  const body = { ...orderBody([{ variant: rice, quantity: 2 }, { variant: ghee }]), if_unavailable: choice };
  const headers = { 'idempotency-key': `order-${(orders += 1)}-to-be-adjusted` };
  const { orderId } = (await buyer.post('/api/orders', { body, headers })).body;
  await advanceOrderStatus({ orderId, to: 'Accepted', by: (await readSession(token))! });
  return (await buyer.get('/api/orders/user')).body.find(({ id }: OrderView) => id === orderId);
}

const lineOf = ({ items }: OrderView, name: string) => items.find((item) => item.name === name)!.id;
const propose = (by: ApiCaller, order: OrderView, lines: object[], key?: string) =>
  by.post(`/api/orders/${order.id}/proposals`, {
    body: { revision: order.revision, lines },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const replaceGhee = (order: OrderView) => [
  { kind: 'replace', item_id: lineOf(order, 'Ghee'), variant_id: otherGhee.id, quantity: 2 },
];
const answer = (order: OrderView, accept: boolean) =>
  buyer.post(`/api/orders/${order.id}/proposals/${order.proposal!.id}/answer`, {
    body: { lines: order.proposal!.lines.map(({ item_id }) => ({ item_id, accept })) },
  });

describe('POST /api/orders/:id/proposals', () => {
  it('changes the lines at once where the customer chose that, in rupees', async () => {
    const order = await acceptedOrder('leave_out');
    expect(order).toMatchObject({
      if_unavailable: 'leave_out',
      revision: 1,
      revisions: [],
      proposal: null,
      total: 376.5,
    });
    const { status, body } = await propose(vendor, order, [{ kind: 'leave_out', item_id: lineOf(order, 'Ghee') }]);
    expect([status, body]).toMatchObject([
      200,
      {
        changed: true,
        total: 251,
        revision: 2,
        items: [{ name: 'Rice', amount: 251, packed_grams: null }],
        revisions: [{ revision: 1, total: 376.5, items: [{ name: 'Rice' }, { name: 'Ghee', amount: 125.5 }] }],
      },
    ]);
    expect((await buyer.get(`/api/orders/${order.id}/invoice`)).body).toMatchObject({ total: 251 });
  });

  it('asks the customer otherwise, and is for the shop, not for the operator', async () => {
    const order = await acceptedOrder();
    const refusal = await propose(operator, order, replaceGhee(order));
    expect([refusal.status, refusal.body.code]).toEqual([403, 'forbidden']);
    const { status, body } = await propose(vendor, order, replaceGhee(order));
    expect([status, body.proposal]).toMatchObject([
      200,
      {
        state: 'open',
        total: 502,
        lines: [{ kind: 'replace', quantity: 2, amount: 251, replacement: { name: 'Other', price: 125.5 } }],
      },
    ]);
    const answered = await answer(body, true);
    expect(answered.body).toMatchObject({ revision: 2, total: 502, proposal: { state: 'answered' } });
  });

  it('asks before it adds an item, which is shown under its coming id', async () => {
    const order = await acceptedOrder('leave_out');
    const lines = [
      { kind: 'add', variant_id: otherGhee.id, quantity: 1 },
      { kind: 'more', item_id: lineOf(order, 'Rice'), quantity: 3 },
    ];
    const { status, body } = await propose(vendor, order, lines, `add-to-${order.id}`);
    const { item_id } = body.proposal.lines[1];
    expect([status, body.proposal]).toMatchObject([
      200,
      {
        state: 'open',
        total: 627.5,
        lines: [
          { kind: 'more', item_id: lineOf(order, 'Rice'), quantity: 3, amount: 376.5, replacement: null },
          { kind: 'add', quantity: 1, grams: null, amount: 125.5, replacement: { name: 'Other', price: 125.5 } },
        ],
      },
    ]);
    expect((await answer(body, true)).body).toMatchObject({
      total: 627.5,
      items: [{ name: 'Rice', quantity: 3 }, { name: 'Ghee' }, { id: item_id, name: 'Other', amount: 125.5 }],
    });
  });

  it('says to the shop alone which lines are sealed packs', async () => {
    const fields = { pricePaise: 30_000, unit: '1 kg', barcode: '4006381333931' };
    const sealed = (await createProduct({ shop, variants: [fields] })).variants[0]!;
    const order = await acceptedOrder();
    const asked = await propose(vendor, order, [{ kind: 'add', variant_id: sealed.id, quantity: 1 }]);
    const answered = await answer(asked.body, true);
    const [forShop] = (await vendor.get(`/api/orders/shop/${shop.id}`)).body.filter(
      ({ id }: OrderView) => id === order.id,
    );
    const sealedOf = ({ items }: OrderView) => items.map((item) => item.sealed);
    expect(sealedOf(forShop)).toEqual([undefined, undefined, true]);
    expect(sealedOf(answered.body)).toEqual([undefined, undefined, undefined]);
  });

  it('answers a second tablet with the open proposal', async () => {
    const order = await acceptedOrder();
    const { body: first } = await propose(vendor, order, replaceGhee(order));
    const { status, body } = await propose(vendor, order, [{ kind: 'leave_out', item_id: lineOf(order, 'Rice') }]);
    expect([status, body]).toMatchObject([
      409,
      { code: 'order_changed', order: { id: order.id, proposal: { id: first.proposal.id, state: 'open' } } },
    ]);
  });

  it('answers one that saw an earlier revision with the present lines', async () => {
    const order = await acceptedOrder('leave_out');
    await propose(vendor, order, [{ kind: 'fewer', item_id: lineOf(order, 'Rice'), quantity: 1 }]);
    const { status, body } = await propose(vendor, order, replaceGhee(order));
    expect([status, body]).toMatchObject([409, { code: 'order_changed', order: { revision: 2, total: 251 } }]);
  });

  it('changes once per key', async () => {
    const order = await acceptedOrder('leave_out');
    const lines = [{ kind: 'leave_out', item_id: lineOf(order, 'Ghee') }];
    const first = await propose(vendor, order, lines, `adjust-${order.id}`);
    const second = await propose(vendor, order, lines, `adjust-${order.id}`);
    expect([first.body.changed, second.status, second.body.changed]).toEqual([true, 200, false]);
  });

  it.each([
    ['no lines', []],
    [
      'a line twice',
      [
        { kind: 'leave_out', item_id: 1 },
        { kind: 'leave_out', item_id: 1 },
      ],
    ],
    ['no quantity', [{ kind: 'fewer', item_id: 1 }]],
    ['an unknown kind', [{ kind: 'double', item_id: 1 }]],
    ['an addition without an amount', [{ kind: 'add', variant_id: 1 }]],
    ['one with two amounts', [{ kind: 'add', variant_id: 1, quantity: 1, grams: 100 }]],
  ])('rejects %s', async (_, lines) => {
    const { status, body } = await propose(vendor, await acceptedOrder(), lines);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  });
});

it('answers a customer who is too late with the present lines', async () => {
  const order = await acceptedOrder();
  const { body } = await propose(vendor, order, replaceGhee(order));
  await database().knex('orderProposals').where({ orderId: order.id }).update({ answerBy: new Date() });
  const late = await answer(body, true);
  expect([late.status, late.body]).toMatchObject([
    409,
    { code: 'order_changed', order: { items: [{ name: 'Rice' }, { name: 'Ghee' }], total: 376.5 } },
  ]);
});

it('notifies the customer in their list', async () => {
  const order = await acceptedOrder();
  await propose(vendor, order, replaceGhee(order));
  const { body } = await buyer.get('/api/users/notifications?limit=1');
  expect(body).toMatchObject([{ kind: 'order.adjustment', update: 'proposed', order_id: order.id }]);
});
