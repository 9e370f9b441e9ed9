import type { RequestedChange } from '@haat/contract/orders/adjustments.calls';
import type { IfUnavailable } from '@haat/contract/orders/order-terms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import { Product, type Variant } from '../../db/catalog.models.ts';
import type { Shop } from '../../db/shops.models.ts';
import type { User } from '../../db/accounts.models.ts';
import { createMember, createProduct, createShop, createUser } from '../../test/factories.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import type { Session } from '../../accounts/session.ts';
import { readShopStats } from '../../money/read-shop-stats.ts';
import { advanceOrderStatus } from '../life/advance-order-status.ts';
import { answerProposal, settleUnansweredProposals, withdrawProposal } from './answer-proposal.ts';
import { endOrder, findOrder } from '../life/end-order.ts';
import { readInvoice } from '../invoice.ts';
import type { OrderRecord } from '../order-record.ts';
import { placeOrder } from '../place/place-order.ts';
import { proposeAdjustment } from './propose-adjustment.ts';

let shop: Shop;
/** 1 kg for 50 rupees, a piece for 120, and what can be sold instead of it, dearer and cheaper. */
let onions: Variant;
let butter: Variant;
let dearButter: Variant;
let cheapButter: Variant;
let buyer: Session;
let vendor: Session;
let stranger: Session;
beforeAll(async () => {
  connectDatabase();
  shop = await createShop();
  // Sequentially, as the lines of an order are sorted by variant.
  onions = await createVariant({ pricePaise: 5_000, unit: '1 kg' }, 'Onions');
  butter = await createVariant({ pricePaise: 12_000, unit: '500 g' }, 'Butter');
  dearButter = await createVariant({ pricePaise: 13_000, mrpPaise: 14_000 }, 'Dear butter');
  cheapButter = await createVariant({ pricePaise: 11_000 }, 'Cheap butter');
  buyer = sessionOf(await createUser());
  vendor = { ...sessionOf(await createMember({ shop })), role: 'vendor' };
  stranger = sessionOf(await createUser());
});
afterAll(stopServices);

async function createVariant(fields: Record<string, number | string>, name: string): Promise<Variant> {
  const { variants } = await createProduct({ shop, name, variants: [{ stock: 1_000, ...fields }] });
  return variants[0]!;
}

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

const rows = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;
const stockOf = async ({ id }: Variant) =>
  (await rows<{ stock: number }>('SELECT stock FROM variants WHERE id = $1', id))[0]!.stock;
const kindsOf = async ({ id }: OrderRecord) =>
  (
    await rows<{ kind: string }>(
      `SELECT kind || ' by ' || actor AS kind FROM order_events WHERE order_id = $1 AND kind LIKE 'adjust%' ORDER BY id`,
      id,
    )
  ).map(({ kind }) => kind);
const updatesOf = async ({ id }: OrderRecord) =>
  (
    await rows<{ name: string }>(
      `SELECT split_part(feed, ':', 1) || ' ' || (details ->> 'update') AS name FROM notifications
       WHERE order_id = $1 AND details ? 'update' ORDER BY created_at, feed DESC, seq`,
      id,
    )
  ).map(({ name }) => name);

let made = 0;
/** Two kilograms of onions and a butter, for 220 rupees, accepted. */
async function acceptedOrder(choice?: IfUnavailable): Promise<OrderRecord> {
  const lines = [{ variant: onions, quantity: 2 }, { variant: butter }];
  const body = orderBody(lines, choice && { if_unavailable: choice });
  const { id } = await placeOrder({ userId: buyer.userId, body, idempotencyKey: `order-to-adjust-${(made += 1)}` });
  return (await advanceOrderStatus({ orderId: id, to: 'Accepted', by: vendor })).order;
}

const lineOf = (order: OrderRecord, name: string) => order.items.find((item) => item.name === name)!.id;
const propose = (order: OrderRecord, lines: RequestedChange[], by = vendor, key?: string) =>
  proposeAdjustment({ orderId: order.id, by, revision: order.revision, lines, key });
const replaceButter = (order: OrderRecord, by: Variant, quantity = 1): RequestedChange => ({
  kind: 'replace',
  item_id: lineOf(order, 'Butter'),
  variant_id: by.id,
  quantity,
});
const leaveOut = (order: OrderRecord, name: string): RequestedChange => ({
  kind: 'leave_out',
  item_id: lineOf(order, name),
});
const answer = (order: OrderRecord, accept: boolean | Record<number, boolean>, by = buyer) =>
  answerProposal({
    orderId: order.id,
    proposalId: order.proposal!.id,
    by,
    answers: order.proposal!.lines.map(({ itemId }) => ({
      item_id: itemId,
      accept: typeof accept === 'boolean' ? accept : accept[itemId]!,
    })),
  });
const endTime = ({ id }: OrderRecord) =>
  rows(`UPDATE order_proposals SET answer_by = now() - interval '1 second' WHERE order_id = $1 AND state = 'open'`, id);
const linesOf = ({ items }: OrderRecord) =>
  items.map(({ name, quantity, amountPaise }) => `${quantity} ${name} ${amountPaise / 100}`);

describe('a change that fits the choice of the customer', () => {
  it('leaves a line out at once: lines, total, stock, event, notification and outbox together', async () => {
    const placed = await acceptedOrder('leave_out');
    const before = await stockOf(onions);
    const { order, changed } = await propose(placed, [leaveOut(placed, 'Onions')]);
    expect(changed).toBe(true);
    expect(order).toMatchObject({ revision: 2, totalPaise: 12_000, status: 'Accepted' });
    expect(linesOf(order)).toEqual(['1 Butter 120']);
    expect(order.proposal).toMatchObject({ state: 'applied', answerBy: null, lines: [{ outcome: 'apply' }] });
    expect(await stockOf(onions)).toBe(before + 2);
    expect(await kindsOf(order)).toEqual(['adjusted by shop']);
    expect(await updatesOf(order)).toEqual(['user adjusted']);
    expect(
      await rows(`SELECT topic FROM outbox WHERE subject_id = $1 AND topic = 'order.adjustment'`, order.id),
    ).toHaveLength(1);
  });

  it('keeps the earlier lines readable', async () => {
    const placed = await acceptedOrder('leave_out');
    const { order } = await propose(placed, [
      { kind: 'fewer', item_id: lineOf(placed, 'Onions'), quantity: 1 },
      leaveOut(placed, 'Butter'),
    ]);
    expect(linesOf(order)).toEqual(['1 Onions 50']);
    expect(order.revisions).toMatchObject([
      {
        revision: 1,
        totalPaise: 22_000,
        items: [
          { id: lineOf(placed, 'Onions'), name: 'Onions', quantity: 2, amountPaise: 10_000, unit: '1 kg' },
          { name: 'Butter', quantity: 1, amountPaise: 12_000 },
        ],
      },
    ]);
  });

  it('replaces by something that costs no more, with its name and price', async () => {
    const placed = await acceptedOrder('replace');
    const [before, beforeCheap] = [await stockOf(butter), await stockOf(cheapButter)];
    const { order } = await propose(placed, [replaceButter(placed, cheapButter)]);
    expect(linesOf(order)).toEqual(['2 Onions 100', '1 Cheap butter 110']);
    expect(order.totalPaise).toBe(21_000);
    expect([await stockOf(butter), await stockOf(cheapButter)]).toEqual([before + 1, beforeCheap - 1]);
  });

  it('takes the weight as packed, and leaves the stock, which counts whole units', async () => {
    const placed = await acceptedOrder();
    const before = await stockOf(onions);
    const { order } = await propose(placed, [{ kind: 'weight', item_id: lineOf(placed, 'Onions'), grams: 1_905 }]);
    expect(order.items[0]).toMatchObject({ quantity: 2, packedGrams: 1_905, pricePaise: 5_000, amountPaise: 9_525 });
    expect(order.totalPaise).toBe(21_525);
    expect(await stockOf(onions)).toBe(before);
  });

  it('shows in invoice and statistics, and is what comes back when the order is cancelled', async () => {
    const placed = await acceptedOrder('leave_out');
    const [before, beforeButter] = [await stockOf(onions), await stockOf(butter)];
    const soldBefore = (await readShopStats({ by: vendor, shopId: shop.id })).days.at(-1)!.orderedPaise;
    const { order } = await propose(placed, [
      { kind: 'weight', item_id: lineOf(placed, 'Onions'), grams: 1_900 },
      leaveOut(placed, 'Butter'),
    ]);
    const invoice = await readInvoice({ orderId: order.id, by: buyer });
    expect(invoice).toMatchObject({ totalPaise: 9_500, items: [{ packedGrams: 1_900, amountPaise: 9_500 }] });
    const sold = (await readShopStats({ by: vendor, shopId: shop.id })).days.at(-1)!.orderedPaise;
    expect(soldBefore - sold).toBe(22_000 - 9_500);

    await endOrder({ orderId: order.id, exit: 'cancel', by: vendor, reason: 'too_busy' });
    expect([await stockOf(onions), await stockOf(butter)]).toEqual([before + 2, beforeButter + 1]);
  });

  it('is done once per idempotency key', async () => {
    const placed = await acceptedOrder('leave_out');
    const lines = [leaveOut(placed, 'Onions')];
    const both = await Promise.all([propose(placed, lines, vendor, 'key-1'), propose(placed, lines, vendor, 'key-1')]);
    expect(both.filter(({ changed }) => changed)).toHaveLength(1);
    expect(both.map(({ order }) => order.revision)).toEqual([2, 2]);
    await expect(propose(placed, [leaveOut(placed, 'Butter')], vendor, 'key-1')).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  });
});

describe('any other change', () => {
  it('is a proposal: nothing changes until the customer answers', async () => {
    const placed = await acceptedOrder();
    const before = await stockOf(dearButter);
    const { order } = await propose(placed, [replaceButter(placed, dearButter), leaveOut(placed, 'Onions')]);
    expect(order).toMatchObject({ revision: 1, totalPaise: 22_000 });
    expect(order.proposal).toMatchObject({ state: 'open', totalPaise: 13_000 });
    expect(order.proposal!.lines).toMatchObject([
      { kind: 'leave_out', outcome: null },
      { kind: 'replace', amountPaise: 13_000, replacement: { name: 'Dear butter', pricePaise: 13_000 } },
    ]);
    const minutes = (Date.parse(order.proposal!.answerBy!) - Date.parse(order.proposal!.at)) / 60_000;
    expect(minutes).toBe(10);
    expect(await stockOf(dearButter)).toBe(before);
    expect(await updatesOf(order)).toEqual(['user proposed']);

    const { order: answered } = await answer(order, {
      [lineOf(placed, 'Butter')]: true,
      [lineOf(placed, 'Onions')]: false,
    });
    expect(linesOf(answered)).toEqual(['2 Onions 100', '1 Dear butter 130']);
    expect(answered).toMatchObject({ revision: 2, totalPaise: 23_000, proposal: { state: 'answered' } });
    expect(await stockOf(dearButter)).toBe(before - 1);
    expect(await kindsOf(answered)).toEqual([
      'adjustment_proposed by shop',
      'adjustment_answered by customer',
      'adjusted by customer',
    ]);
    expect(await updatesOf(answered)).toEqual(['user proposed', 'user adjusted', 'shop proposal_answered']);
  });

  it('that is refused leaves the item out, and is answered once', async () => {
    const placed = await acceptedOrder();
    const { order } = await propose(placed, [replaceButter(placed, cheapButter)]);
    const answers = await Promise.all([answer(order, false), answer(order, false)]);
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1);
    expect(linesOf(answers[0].order)).toEqual(['2 Onions 100']);
    await expect(answer(order, true)).rejects.toMatchObject({ code: 'order_changed' });
  });

  it('needs an answer for each line, of the customer', async () => {
    const placed = await acceptedOrder();
    const { order } = await propose(placed, [replaceButter(placed, cheapButter), leaveOut(placed, 'Onions')]);
    const key = { orderId: order.id, proposalId: order.proposal!.id };
    const answers = [{ item_id: lineOf(placed, 'Butter'), accept: true }];
    await expect(answerProposal({ ...key, by: buyer, answers })).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(answer(order, true, vendor)).rejects.toMatchObject({ code: 'not_found' });
    await expect(answer(order, true, stranger)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('blocks a second proposal and the next status until it is settled', async () => {
    const placed = await acceptedOrder();
    const lines = [replaceButter(placed, cheapButter)];
    const tablets = await Promise.allSettled([propose(placed, lines), propose(placed, [leaveOut(placed, 'Onions')])]);
    expect(tablets.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(tablets.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'order_changed' } });
    await expect(advanceOrderStatus({ orderId: placed.id, to: 'Ready', by: vendor })).rejects.toThrow(
      'The customer has not answered your proposal yet. Wait for the answer, or withdraw the proposal.',
    );

    const { id: orderId, proposal } = await findOrder(placed.id, vendor);
    const withdraw = () => withdrawProposal({ orderId, proposalId: proposal!.id, by: vendor });
    expect((await withdraw()).order).toMatchObject({ revision: 1, proposal: { state: 'withdrawn' } });
    expect((await withdraw()).changed).toBe(false);
    await advanceOrderStatus({ orderId, to: 'Ready', by: vendor });
  });

  it('is closed when the order ends', async () => {
    const placed = await acceptedOrder();
    const { order } = await propose(placed, [replaceButter(placed, cheapButter)]);
    await endOrder({ orderId: placed.id, exit: 'cancel', by: buyer, reason: 'changed_my_mind' });
    expect((await findOrder(placed.id, buyer)).proposal).toMatchObject({ state: 'closed' });
    await expect(answer(order, true)).rejects.toMatchObject({ code: 'order_changed' });
  });
});

describe('without an answer in time', () => {
  it.each([
    ['call_me', ['2 Onions 100']],
    ['leave_out', ['2 Onions 100']],
    ['replace', ['2 Onions 100']],
  ] as const)('a dearer one is left out with %s', async (choice, lines) => {
    const placed = await acceptedOrder(choice);
    const { order } = await propose(placed, [replaceButter(placed, dearButter)]);
    await endTime(order);
    await expect(answer(order, true)).rejects.toThrow('The time to answer has ended. Please check the order again.');
    expect(await settleUnansweredProposals()).toBe(1);
    const settled = await findOrder(order.id, buyer);
    expect(linesOf(settled)).toEqual(lines);
    expect(settled).toMatchObject({ revision: 2, proposal: { state: 'unanswered' } });
    expect(await updatesOf(order)).toEqual(['user proposed', 'user adjusted', 'shop proposal_unanswered']);
  });

  it('another one comes in place of what is not there, for who chose that', async () => {
    const placed = await acceptedOrder('replace');
    // The heavier pack makes it a question.
    const heavier: RequestedChange = { kind: 'weight', item_id: lineOf(placed, 'Onions'), grams: 2_200 };
    const { order } = await propose(placed, [replaceButter(placed, cheapButter), heavier]);
    await endTime(order);
    await settleUnansweredProposals();
    expect(linesOf(await findOrder(order.id, buyer))).toEqual(['2 Onions 100', '1 Cheap butter 110']);
  });

  it('what was sold out meanwhile is left out', async () => {
    const rare = await createVariant({ pricePaise: 11_000, stock: 1 }, 'Rare butter');
    const placed = await acceptedOrder('replace');
    const heavier: RequestedChange = { kind: 'weight', item_id: lineOf(placed, 'Onions'), grams: 2_200 };
    const { order } = await propose(placed, [replaceButter(placed, rare), heavier]);
    await placeOrder({ userId: stranger.userId, body: orderBody([{ variant: rare }]) });
    await endTime(order);
    await settleUnansweredProposals();
    expect(linesOf(await findOrder(order.id, buyer))).toEqual(['2 Onions 100']);
  });

  it('nothing happens to an order of which nothing would be left', async () => {
    const body = orderBody([{ variant: butter }]);
    const { id } = await placeOrder({ userId: buyer.userId, body, idempotencyKey: 'one-line-only' });
    const { order: placed } = await advanceOrderStatus({ orderId: id, to: 'Accepted', by: vendor });
    const { order } = await propose(placed, [replaceButter(placed, dearButter)]);
    await expect(answer(order, false)).rejects.toThrow('The order would have no items left. Cancel it instead.');
    await endTime(order);
    await settleUnansweredProposals();
    expect(await findOrder(id, buyer)).toMatchObject({ revision: 1, proposal: { state: 'unanswered' } });
  });

  it('the question is settled once, by whichever worker or person is first', async () => {
    const placed = await acceptedOrder();
    const { order } = await propose(placed, [replaceButter(placed, cheapButter)]);
    await endTime(order);
    const settled = await Promise.all([settleUnansweredProposals(), settleUnansweredProposals()]);
    expect(settled.toSorted()).toEqual([0, 1]);

    const next = (await propose(await findOrder(order.id, vendor), [leaveOut(placed, 'Onions')]).catch(
      String,
    )) as unknown;
    expect(next).toContain('The order would have no items left.');
  });
});

describe('the shop is refused', () => {
  const changeOf = (order: OrderRecord, by: Variant) => propose(order, [replaceButter(order, by)]);

  it('what it does not sell, with a sentence that says what to do', async () => {
    const placed = await acceptedOrder();
    const elsewhere = (await createProduct({ shop: await createShop() })).variants[0]!;
    const { product, variants } = await createProduct({ shop });
    await Product.query().findById(product.id).patch({ isPublished: false });
    for (const other of [elsewhere, variants[0]!])
      await expect(changeOf(placed, other)).rejects.toMatchObject({
        code: 'not_found',
        message: 'This product is not on sale in your shop. Choose another one.',
      });
    const gone = await createVariant({ stock: 0 }, 'Ghee');
    await expect(changeOf(placed, gone)).rejects.toMatchObject({
      code: 'out_of_stock',
      message: 'Ghee is out of stock. Choose fewer or another product.',
    });
    await expect(changeOf(placed, onions)).rejects.toThrow(
      'Onions is already in this order. Choose more of it there, or another product.',
    );
  });

  it('more of a line, a weight of what is counted, and lines that are not there', async () => {
    const placed = await acceptedOrder();
    const item_id = lineOf(placed, 'Onions');
    await expect(propose(placed, [{ kind: 'fewer', item_id, quantity: 2 }])).rejects.toThrow(
      'Choose fewer than 2 of Onions.',
    );
    await expect(propose(placed, [{ kind: 'weight', item_id, grams: 4_001 }])).rejects.toThrow(
      'Onions: pack at most 4000 g.',
    );
    await expect(propose(placed, [{ kind: 'leave_out', item_id: 999_999 }])).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('to leave out the last line: that is a cancellation', async () => {
    const placed = await acceptedOrder('leave_out');
    await expect(propose(placed, [leaveOut(placed, 'Onions'), leaveOut(placed, 'Butter')])).rejects.toMatchObject({
      code: 'status_not_allowed',
      message: 'The order would have no items left. Cancel it instead.',
    });
  });

  it('once the order has left the shop, and before it was accepted', async () => {
    const placed = await acceptedOrder();
    await advanceOrderStatus({ orderId: placed.id, to: 'Ready', by: vendor });
    const late = propose(placed, [leaveOut(placed, 'Onions')]);
    await expect(late).rejects.toThrow('The items of this order can no longer be changed.');

    const body = orderBody([{ variant: butter }, { variant: onions }]);
    const { id } = await placeOrder({ userId: buyer.userId, body, idempotencyKey: 'pending-order' });
    const pending = await findOrder(id, vendor);
    await expect(propose(pending, [leaveOut(pending, 'Onions')])).rejects.toThrow('Accept the order first.');
  });

  it('when the order is not as it saw it, or not its own', async () => {
    const placed = await acceptedOrder('leave_out');
    await expect(propose(placed, [leaveOut(placed, 'Onions')], stranger)).rejects.toMatchObject({ code: 'not_found' });
    await expect(propose(placed, [leaveOut(placed, 'Onions')], buyer)).rejects.toMatchObject({ code: 'not_found' });
    await propose(placed, [{ kind: 'fewer', item_id: lineOf(placed, 'Onions'), quantity: 1 }]);
    await expect(propose(placed, [leaveOut(placed, 'Butter')])).rejects.toMatchObject({
      code: 'order_changed',
      message: 'The items of this order have changed. Please check them again.',
    });
  });
});

it('the customer is refused what was sold out meanwhile, and can still refuse it', async () => {
  const rare = await createVariant({ pricePaise: 12_000, stock: 1 }, 'Rare ghee');
  const placed = await acceptedOrder();
  const { order } = await propose(placed, [replaceButter(placed, rare)]);
  await placeOrder({ userId: stranger.userId, body: orderBody([{ variant: rare }]) });
  await expect(answer(order, true)).rejects.toThrow(
    'Rare ghee has just sold out. Choose not to take it, or call the shop.',
  );
  expect(linesOf((await answer(order, false)).order)).toEqual(['2 Onions 100']);
});

it('keeps stock and money right', async () => expect(await brokenInvariants(database().pool)).toEqual([]));
