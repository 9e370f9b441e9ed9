import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import type { User } from '../db/accounts.models.ts';
import type { Variant } from '../db/catalog.models.ts';
import { createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import { brokenInvariants } from '../test/invariants.ts';
import { orderBody } from '../test/order-body.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { expireOrder } from '../payments/release-reservations.ts';
import { answerProblem } from '../orders/problems/answer-problem.ts';
import { reportProblem } from '../orders/problems/report-problem.ts';
import { advanceOrderStatus } from '../orders/life/advance-order-status.ts';
import { answerProposal } from '../orders/adjust/answer-proposal.ts';
import { endOrder, findOrder } from '../orders/life/end-order.ts';
import { readOrderRequest } from '../orders/place/order-request.ts';
import { placeOrder, storeOrder } from '../orders/place/place-order.ts';
import { proposeAdjustment } from '../orders/adjust/propose-adjustment.ts';

let shop: Shop;
let customer: User;
let variant: Variant;
let other: Variant;
let buyer: Session;
let vendor: Session;
beforeAll(async () => {
  connectDatabase();
  shop = await createShop();
  vendor = { ...sessionOf(await createMember({ shop })), role: 'vendor' };
  const { variants } = await createProduct({ shop, variants: [{ unit: 'small' }, { unit: 'large' }] });
  [variant, other] = variants as [Variant, Variant];
});
beforeEach(async () => {
  customer = await createUser();
  buyer = sessionOf(customer);
});
afterAll(stopServices);

const sessionOf = (user: User): Session => ({
  userId: user.id,
  actorId: user.id,
  sessionId: crypto.randomUUID(),
  email: user.email,
  shopId: shop.id,
  shopSlug: shop.slug,
  role: undefined,
  isPlatformAdmin: false,
});

async function place(): Promise<number> {
  const body = orderBody([{ variant, quantity: 2 }]);
  return (await placeOrder({ userId: customer.id, body, idempotencyKey: crypto.randomUUID() })).id;
}

async function advance(orderId: number, ...steps: ('Accepted' | 'Ready' | 'Delivered')[]): Promise<void> {
  for (const to of steps) await advanceOrderStatus({ orderId, to, by: vendor });
}

const VARIANT = () => `SELECT FROM variants WHERE id = ${variant.id} FOR NO KEY UPDATE`;
const SHOP_FEED = () => `SELECT FROM feeds WHERE name = 'shop:${shop.id}' FOR NO KEY UPDATE`;
const CUSTOMER_FEED = () => `SELECT FROM feeds WHERE name = 'user:${customer.id}' FOR NO KEY UPDATE`;
const ACKNOWLEDGED = () => `SELECT FROM order_acknowledgements WHERE shop_id = ${shop.id} FOR NO KEY UPDATE`;
const CATALOG = () => `SELECT FROM catalogs WHERE shop_id = ${shop.id} FOR NO KEY UPDATE`;

const BLOCKED = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Another transaction, such as an order that is placed, has taken `held` and takes `next` while the work waits for it. */
async function between([held, next]: [string, string], work: () => Promise<unknown>): Promise<void> {
  const client = await database().pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = '500ms'; ${held}`);
    const done = work();
    await vi.waitFor(async () => {
      const { rows } = await database().pool.query<{ count: number }>(BLOCKED);
      expect(rows[0]?.count).toBe(1);
    });
    await client.query(next);
    await client.query('COMMIT');
    await done;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
  expect(await brokenInvariants(database().pool)).toEqual([]);
}

it('an order that its customer cancels does not hold the feed of the shop while it waits for the stock', async () => {
  const orderId = await place();
  await between([VARIANT(), SHOP_FEED()], () =>
    endOrder({ orderId, exit: 'cancel', by: buyer, reason: 'changed_my_mind' }),
  );
  expect((await findOrder(orderId, buyer)).status).toBe('Cancelled');
});

it('an order that its shop declines does not hold the feed of the customer while another one is acknowledged', async () => {
  await place().then((orderId) => advance(orderId, 'Accepted'));
  const orderId = await place();
  await between([ACKNOWLEDGED(), CUSTOMER_FEED()], () =>
    endOrder({ orderId, exit: 'decline', by: vendor, reason: 'closing' }),
  );
  expect((await findOrder(orderId, buyer)).status).toBe('Declined');
});

it('a proposal that is answered does not hold the catalog while it waits for a feed', async () => {
  for (const feed of [SHOP_FEED, CUSTOMER_FEED]) {
    const orderId = await place();
    await advance(orderId, 'Accepted');
    const [item] = (await findOrder(orderId, buyer)).items;
    const line = { kind: 'replace', item_id: item!.id, variant_id: other.id, quantity: 1 } as const;
    await proposeAdjustment({ orderId, by: vendor, revision: 1, lines: [line], key: undefined });
    const { id: proposalId } = (await findOrder(orderId, buyer)).proposal!;
    const answers = [{ item_id: item!.id, accept: true }];
    await between([feed(), CATALOG()], () => answerProposal({ orderId, proposalId, by: buyer, answers }));
    expect((await findOrder(orderId, buyer)).revision).toBe(2);
  }
});

it('a problem that is answered with a replacement does not hold the catalog while it waits for a feed', async () => {
  const orderId = await place();
  await advance(orderId, 'Accepted', 'Ready', 'Delivered');
  const [item] = (await findOrder(orderId, buyer)).items;
  const lines = [{ item_id: item!.id, quantity: 1, kind: 'damaged' } as const];
  const report = { orderId, lines, text: undefined, pictures: [], by: buyer, key: undefined };
  const { id: problemId } = await reportProblem(report);
  await between([CUSTOMER_FEED(), CATALOG()], () =>
    answerProblem({ problemId, answer: { answer: 'replacement' }, by: vendor, key: undefined }),
  );
});

it('an order that is not paid in time does not hold the catalog while it waits for a feed', async () => {
  await place().then((orderId) => advance(orderId, 'Accepted'));
  const body = orderBody([{ variant, quantity: 4 }], { paymentMethod: 'online' });
  const request = readOrderRequest({ userId: customer.id, body });
  const { id: orderId } = (await storeOrder({ request, payment: 'awaiting' }))!;
  await database().pool.query('UPDATE orders SET reserved_until = now() WHERE id = $1', [orderId]);
  await between([CUSTOMER_FEED(), CATALOG()], () => expireOrder(orderId, { notifies: true }));
});
