import type { RequestedChange } from '@haat/contract/orders/adjustments.calls';
import { MAX_LINES } from '@haat/contract/orders/cart';
import type { IfUnavailable } from '@haat/contract/orders/order-terms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '../../db/accounts.models.ts';
import { Product, Variant } from '../../db/catalog.models.ts';
import { connectDatabase, database } from '../../db/database.ts';
import type { Shop } from '../../db/shops.models.ts';
import { createMember, createProduct, createShop, createUser, type VariantFields } from '../../test/factories.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import type { Session } from '../../accounts/session.ts';
import { readShopStats } from '../../money/read-shop-stats.ts';
import { readInvoice } from '../invoice.ts';
import { advanceOrderStatus } from '../life/advance-order-status.ts';
import { endOrder, findOrder } from '../life/end-order.ts';
import { listOrdersToPack } from '../life/pack-orders.ts';
import type { OrderRecord } from '../order-record.ts';
import { placeOrder } from '../place/place-order.ts';
import { answerProposal, settleUnansweredProposals, withdrawProposal } from './answer-proposal.ts';
import { proposeAdjustment } from './propose-adjustment.ts';

let shop: Shop;
/** 50 rupees a kilogram, 120 and 28 a piece, and 40 a kilogram by weight. */
let onions: Variant;
let butter: Variant;
let salt: Variant;
let sugar: Variant;
let buyer: Session;
let vendor: Session;
beforeAll(async () => {
  connectDatabase();
  shop = await createShop();
  // Sequentially, as the lines of an order are sorted by variant.
  onions = await createVariant({ pricePaise: 5_000, unit: '1 kg' }, 'Onions');
  butter = await createVariant({ pricePaise: 12_000 }, 'Butter');
  salt = await createVariant({ pricePaise: 2_800, mrpPaise: 3_000, unit: '1 kg packet' }, 'Salt');
  const byWeight = { unit: '1 kg', stockUnit: 'g' as const, content: 1_000, stock: 1_000_000 };
  sugar = await createVariant({ pricePaise: 4_000, ...byWeight }, 'Sugar');
  buyer = sessionOf(await createUser());
  vendor = { ...sessionOf(await createMember({ shop })), role: 'vendor' };
});
afterAll(stopServices);

async function createVariant(fields: VariantFields, name: string): Promise<Variant> {
  return (await createProduct({ shop, name, variants: [{ stock: 1_000, ...fields }] })).variants[0]!;
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

const stockOf = async ({ id }: Variant) => (await Variant.query().findById(id).throwIfNotFound()).stock;
const linesOf = ({ items }: OrderRecord) =>
  items.map(({ name, quantity, amountPaise }) => `${quantity} ${name} ${amountPaise / 100}`);

let made = 0;
/** Two kilograms of onions and a butter, for 220 rupees, accepted. */
async function acceptedOrder(choice?: IfUnavailable): Promise<OrderRecord> {
  const lines = [{ variant: onions, quantity: 2 }, { variant: butter }];
  const body = orderBody(lines, choice && { if_unavailable: choice });
  const { id } = await placeOrder({ userId: buyer.userId, body, idempotencyKey: `order-to-add-to-${(made += 1)}` });
  return (await advanceOrderStatus({ orderId: id, to: 'Accepted', by: vendor })).order;
}

const lineOf = (order: OrderRecord, name: string) => order.items.find((item) => item.name === name)!.id;
const adding = (variant: Variant, quantity = 1): RequestedChange => ({
  kind: 'add',
  variant_id: variant.id,
  quantity,
});
const moreOf = (order: OrderRecord, name: string, quantity: number): RequestedChange => ({
  kind: 'more',
  item_id: lineOf(order, name),
  quantity,
});
const propose = async (order: OrderRecord, lines: RequestedChange[], key?: string) =>
  (await proposeAdjustment({ orderId: order.id, by: vendor, revision: order.revision, lines, key })).order;
const answer = (order: OrderRecord, accept: boolean) =>
  answerProposal({
    orderId: order.id,
    proposalId: order.proposal!.id,
    by: buyer,
    answers: order.proposal!.lines.map(({ itemId }) => ({ item_id: itemId, accept })),
  });
const endTime = ({ id }: OrderRecord) =>
  database().pool.query(`UPDATE order_proposals SET answer_by = now() - interval '1 second' WHERE order_id = $1`, [id]);

describe('an item that is added', () => {
  it.each(['call_me', 'replace', 'leave_out'] as const)(
    'waits for the consent of the customer, also with %s',
    async (choice) => {
      const placed = await acceptedOrder(choice);
      const before = await stockOf(salt);
      const order = await propose(placed, [adding(salt, 2)]);
      expect(order).toMatchObject({ revision: 1, totalPaise: 22_000 });
      expect(order.proposal).toMatchObject({ state: 'open', totalPaise: 27_600 });
      expect(order.proposal!.lines).toMatchObject([
        { kind: 'add', quantity: 2, amountPaise: 5_600, replacement: { name: 'Salt', pricePaise: 2_800 } },
      ]);
      expect(await stockOf(salt)).toBe(before);
    },
  );

  it('becomes the last line at the price that was proposed: with stock, invoice, packing list and sums of the shop', async () => {
    const placed = await acceptedOrder();
    const before = await stockOf(salt);
    const soldBefore = (await readShopStats({ by: vendor, shopId: shop.id })).days.at(-1)!.orderedPaise;
    const asked = await propose(placed, [adding(salt, 2)]);
    await Variant.query().findById(salt.id).patch({ pricePaise: 9_900, mrpPaise: 9_900 });
    const { order } = await answer(asked, true);
    await Variant.query().findById(salt.id).patch({ pricePaise: 2_800, mrpPaise: 3_000 });

    expect(linesOf(order)).toEqual(['2 Onions 100', '1 Butter 120', '2 Salt 56']);
    expect(order).toMatchObject({ revision: 2, totalPaise: 27_600 });
    expect(order.items[2]).toMatchObject({
      id: asked.proposal!.lines[0]!.itemId,
      unit: '1 kg packet',
      packedGrams: null,
    });
    expect(order.revisions).toMatchObject([{ totalPaise: 22_000, items: [{ name: 'Onions' }, { name: 'Butter' }] }]);
    expect(await stockOf(salt)).toBe(before - 2);
    expect((await readInvoice({ orderId: order.id, by: buyer })).totalPaise).toBe(27_600);
    const toPack = await listOrdersToPack({ by: vendor, shopId: shop.id });
    expect(toPack.find(({ id }) => id === order.id)!.items.map(({ name }) => name)).toContain('Salt');
    const sold = (await readShopStats({ by: vendor, shopId: shop.id })).days.at(-1)!.orderedPaise;
    expect(sold - soldBefore).toBe(5_600);

    await endOrder({ orderId: order.id, exit: 'cancel', by: vendor, reason: 'too_busy' });
    expect(await stockOf(salt)).toBe(before);
  });

  it('is not added if the customer refuses, does not answer, or the shop withdraws', async () => {
    const refused = await propose(await acceptedOrder(), [adding(salt)]);
    const late = await propose(await acceptedOrder('replace'), [adding(salt)]);
    const withdrawn = await propose(await acceptedOrder(), [adding(salt)]);
    await answer(refused, false);
    await endTime(late);
    await expect(answer(late, true)).rejects.toThrow('The time to answer has ended. Please check the order again.');
    await settleUnansweredProposals();
    await withdrawProposal({ orderId: withdrawn.id, proposalId: withdrawn.proposal!.id, by: vendor });

    const after = await Promise.all([refused, late, withdrawn].map(({ id }) => findOrder(id, buyer)));
    expect(after.map(({ revision, totalPaise, proposal }) => [revision, totalPaise, proposal!.state])).toEqual([
      [1, 22_000, 'answered'],
      [1, 22_000, 'unanswered'],
      [1, 22_000, 'withdrawn'],
    ]);
    expect(after[0]!.proposal!.lines).toMatchObject([{ outcome: 'leave_out' }]);
  });

  it('is refused to the customer once it has sold out, who can still do without', async () => {
    const rare = await createVariant({ pricePaise: 1_000, stock: 1 }, 'Saffron');
    const order = await propose(await acceptedOrder(), [adding(rare)]);
    const { userId } = sessionOf(await createUser());
    await placeOrder({ userId, body: orderBody([{ variant: rare }]) });
    await expect(answer(order, true)).rejects.toMatchObject({
      code: 'out_of_stock',
      message: 'Saffron has just sold out. Choose not to take it, or call the shop.',
    });
    expect(linesOf((await answer(order, false)).order)).toEqual(['2 Onions 100', '1 Butter 120']);
  });

  it('is asked for and added once, however often it is sent and answered', async () => {
    const placed = await acceptedOrder();
    const before = await stockOf(salt);
    const [asked, again] = await Promise.all([1, 2].map(() => propose(placed, [adding(salt)], 'one-salt')));
    expect(again!.proposal!.id).toBe(asked!.proposal!.id);
    const answers = await Promise.all([answer(asked!, true), answer(asked!, true)]);
    expect(answers.filter(({ changed }) => changed)).toHaveLength(1);
    expect(linesOf(answers[0].order)).toEqual(['2 Onions 100', '1 Butter 120', '1 Salt 28']);
    expect(await stockOf(salt)).toBe(before - 1);
  });

  it('is added or not, as the first of two different answers says', async () => {
    const order = await propose(await acceptedOrder(), [adding(salt)]);
    const answers = await Promise.allSettled([answer(order, true), answer(order, false)]);
    const [first] = answers.filter(({ status }) => status === 'fulfilled');
    expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { code: 'order_changed' } },
    ]);
    const { proposal, items } = await findOrder(order.id, buyer);
    expect(first).toMatchObject({ value: { order: { items: items.map(({ id }) => ({ id })) } } });
    expect(items).toHaveLength(proposal!.lines[0]!.outcome === 'apply' ? 3 : 2);
  });

  it('can be weighed, with the price and the stock of its weight, and weighed again', async () => {
    const before = await stockOf(sugar);
    const asked = await propose(await acceptedOrder(), [{ kind: 'add', variant_id: sugar.id, grams: 1_350 }]);
    expect(asked.proposal!.lines).toMatchObject([{ quantity: 2, grams: 1_350, amountPaise: 5_400 }]);
    const { order } = await answer(asked, true);
    expect(order.items[2]).toMatchObject({ name: 'Sugar', quantity: 2, packedGrams: 1_350, amountPaise: 5_400 });
    expect(await stockOf(sugar)).toBe(before - 1_350);
    const lighter = await propose(order, [{ kind: 'weight', item_id: lineOf(order, 'Sugar'), grams: 1_300 }]);
    await answer(lighter, true);
    expect(await stockOf(sugar)).toBe(before - 1_300);
  });

  it('comes with other changes, each with its own answer', async () => {
    const placed = await acceptedOrder();
    const asked = await propose(placed, [
      { kind: 'leave_out', item_id: lineOf(placed, 'Butter') },
      adding(salt),
      adding(sugar),
    ]);
    expect(asked.proposal!.totalPaise).toBe(10_000 + 2_800 + 4_000);
    const [leftOut, first, second] = asked.proposal!.lines.map(({ itemId }) => itemId);
    const { order } = await answerProposal({
      orderId: placed.id,
      proposalId: asked.proposal!.id,
      by: buyer,
      answers: [
        { item_id: leftOut!, accept: true },
        { item_id: first!, accept: false },
        { item_id: second!, accept: true },
      ],
    });
    expect(linesOf(order)).toEqual(['2 Onions 100', '1 Sugar 40']);
  });
});

describe('more of a line', () => {
  it('costs the price of the line, with the consent of the customer', async () => {
    const placed = await acceptedOrder('leave_out');
    const before = await stockOf(butter);
    const asked = await propose(placed, [moreOf(placed, 'Butter', 3)]);
    expect(asked).toMatchObject({ revision: 1, proposal: { state: 'open', totalPaise: 46_000 } });
    const { order } = await answer(asked, true);
    expect(linesOf(order)).toEqual(['2 Onions 100', '3 Butter 360']);
    expect(await stockOf(butter)).toBe(before - 2);
  });

  it('leaves the line as it is without the consent', async () => {
    const [first, second] = [await acceptedOrder(), await acceptedOrder('leave_out')];
    const refused = await propose(first, [moreOf(first, 'Butter', 2)]);
    await answer(refused, false);
    const late = await propose(second, [moreOf(second, 'Butter', 2)]);
    await endTime(late);
    await settleUnansweredProposals();
    const after = await Promise.all([refused, late].map(({ id }) => findOrder(id, buyer)));
    expect(after.map(linesOf)).toEqual(Array.from({ length: 2 }, () => ['2 Onions 100', '1 Butter 120']));
  });

  it('is more than there was, of what was not weighed, and in stock', async () => {
    const placed = await acceptedOrder();
    await expect(propose(placed, [moreOf(placed, 'Butter', 1)])).rejects.toThrow('Choose more than 1 of Butter.');
    await expect(propose(placed, [moreOf(placed, 'Butter', 5_000)])).rejects.toThrow(/^Only \d+ of Butter left\./);

    const weighed = await acceptedOrder();
    const order = await propose(weighed, [{ kind: 'weight', item_id: lineOf(weighed, 'Onions'), grams: 1_900 }]);
    await expect(propose(order, [moreOf(order, 'Onions', 3)])).rejects.toThrow(
      'Onions is already weighed. Change its weight instead.',
    );
  });
});

describe('the shop is refused', () => {
  it('what is in the order, twice the same, and what it does not sell or have', async () => {
    const placed = await acceptedOrder();
    await expect(propose(placed, [adding(onions)])).rejects.toThrow(
      'Onions is already in this order. Choose more of it there, or another product.',
    );
    await expect(propose(placed, [adding(salt), adding(salt)])).rejects.toThrow(
      'Two lines cannot have the same product.',
    );
    const { product, variants } = await createProduct({ shop });
    await Product.query().findById(product.id).patch({ isPublished: false });
    const elsewhere = await createProduct({ shop: await createShop() });
    for (const other of [variants[0]!, elsewhere.variants[0]!])
      await expect(propose(placed, [adding(other)])).rejects.toMatchObject({ code: 'not_found' });
    const scarce = await createVariant({ stock: 2 }, 'Cloves');
    await expect(propose(placed, [adding(scarce, 3)])).rejects.toThrow('Only 2 of Cloves left.');
  });

  it('anything for an order that costs nothing', async () => {
    const sample = await createVariant({ pricePaise: 0 }, 'Sample');
    const { id } = await placeOrder({ userId: buyer.userId, body: orderBody([{ variant: sample }]) });
    const { order } = await advanceOrderStatus({ orderId: id, to: 'Accepted', by: vendor });
    await expect(propose(order, [adding(salt)])).rejects.toThrow('This order costs nothing and stays so.');
    await expect(propose(order, [moreOf(order, 'Sample', 2)])).rejects.toMatchObject({ code: 'status_not_allowed' });
  });

  it('a weight of what is counted, more than one line can have, and more lines than an order can have', async () => {
    const placed = await acceptedOrder();
    const weighed = (variant: Variant, grams: number): RequestedChange => ({
      kind: 'add',
      variant_id: variant.id,
      grams,
    });
    const pen = await createVariant({}, 'Pen');
    await expect(propose(placed, [weighed(pen, 100)])).rejects.toThrow('Pen is not sold by weight.');
    await expect(propose(placed, [weighed(sugar, 1_000_000)])).rejects.toThrow('Sugar: add at most 999 of it.');
    const { variants } = await createProduct({
      shop,
      variants: Array.from({ length: MAX_LINES - 1 }, (_, nr) => ({ size: `Size ${nr}` })),
    });
    await expect(
      propose(
        placed,
        variants.map((variant) => adding(variant)),
      ),
    ).rejects.toThrow(`An order has at most ${MAX_LINES} items. Add fewer.`);
  });
});

it('keeps stock and money right', async () => expect(await brokenInvariants(database().pool)).toEqual([]));
