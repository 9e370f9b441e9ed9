import type { RequestedChange } from '@haat/contract/orders/adjustments.calls';
import type { IfUnavailable } from '@haat/contract/orders/order-terms';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../tests/fixtures/payments/start-sandbox.ts';
import { connectDatabase, database } from '../../db/database.ts';
import type { Shop } from '../../db/shops.models.ts';
import type { User } from '../../db/accounts.models.ts';
import type { Variant } from '../../db/catalog.models.ts';
import { createMember, createProduct, createShop, createUser, type UserWithEmail } from '../../test/factories.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { orderBody } from '../../test/order-body.ts';
import { startPayments } from '../../test/payments.ts';
import { stopServices } from '../../test/stop-services.ts';
import type { Session } from '../../accounts/session.ts';
import { refundPayment } from '../../payments/refunds.ts';
import { settlePayment } from '../../payments/settle-payment.ts';
import { sweepPayments } from '../../payments/sweep-payments.ts';
import { advanceOrderStatus } from '../life/advance-order-status.ts';
import { answerProposal } from './answer-proposal.ts';
import { endOrder } from '../life/end-order.ts';
import type { OrderRecord } from '../order-record.ts';
import { proposeAdjustment } from './propose-adjustment.ts';
import { refundOrder } from './refund-order.ts';
import { startOrderPayment } from '../place/start-order-payment.ts';

let sandbox: Sandbox;
let shop: Shop;
/** 100 and 200 rupees, and what can replace the second one. */
let rice: Variant;
let ghee: Variant;
let dearGhee: Variant;
let customer: UserWithEmail;
let buyer: Session;
let vendor: Session;
beforeAll(async () => {
  connectDatabase();
  sandbox = await startPayments();
  [shop, customer] = await Promise.all([createShop(), createUser()]);
  // Sequentially, as the lines of an order are sorted by variant.
  rice = await createVariant('Rice', 10_000, '1 kg');
  ghee = await createVariant('Ghee', 20_000);
  dearGhee = await createVariant('Dear ghee', 23_000);
  buyer = sessionOf(customer);
  vendor = { ...sessionOf(await createMember({ shop })), role: 'vendor' };
});
afterAll(async () => {
  await sandbox.stop();
  await stopServices();
});

async function createVariant(name: string, pricePaise: number, unit?: string): Promise<Variant> {
  const fields = { pricePaise, stock: 1_000, ...(unit !== undefined && { unit }) };
  return (await createProduct({ shop, name, variants: [fields] })).variants[0]!;
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

let made = 0;
/** Rice and ghee for 300 rupees, paid online and accepted. */
async function paidOrder(choice: IfUnavailable = 'call_me'): Promise<OrderRecord> {
  const order = orderBody([{ variant: rice }, { variant: ghee }], {
    paymentMethod: 'online',
    if_unavailable: choice,
    takeaway: true,
  });
  const returnTo = { success: 'http://localhost:8080/#/a', cancel: 'http://localhost:8080/#/b' };
  const idempotencyKey = `paid-order-to-adjust-${(made += 1)}`;
  const started = await startOrderPayment({ provider: 'razorpay', user: customer, order, idempotencyKey, returnTo });
  await sandbox.pay(started.providerOrderId);
  await settlePayment({ provider: 'razorpay', providerOrderId: started.providerOrderId, source: 'webhook' });
  return (await advanceOrderStatus({ orderId: started.order!.id, to: 'Accepted', by: vendor })).order;
}

const lineOf = (order: OrderRecord, name: string) => order.items.find((item) => item.name === name)!.id;
const propose = async (order: OrderRecord, ...lines: RequestedChange[]) =>
  (await proposeAdjustment({ orderId: order.id, by: vendor, revision: order.revision, lines, key: undefined })).order;
const leaveOut = (order: OrderRecord, name: string) => ({ kind: 'leave_out', item_id: lineOf(order, name) }) as const;
const dearer = (order: OrderRecord, at_old_price?: boolean): RequestedChange => ({
  kind: 'replace',
  item_id: lineOf(order, 'Ghee'),
  variant_id: dearGhee.id,
  quantity: 1,
  at_old_price,
});
const accept = async (order: OrderRecord) =>
  (
    await answerProposal({
      orderId: order.id,
      proposalId: order.proposal!.id,
      by: buyer,
      answers: order.proposal!.lines.map(({ itemId }) => ({ item_id: itemId, accept: true })),
    })
  ).order;

/** What goes back of the payment of an order. */
async function refundsOf({ id }: OrderRecord): Promise<string[]> {
  const { rows } = await database().pool.query<{ text: string }>(
    `SELECT reason || ' ' || amount_paise AS text FROM refunds WHERE order_id = $1 ORDER BY id`,
    [id],
  );
  return rows.map(({ text }) => text);
}

/** What of an order was paid out in cash; `isOnline`: although it was paid online. */
async function payoutsOf({ id }: OrderRecord): Promise<{ amount: number; isOnline: boolean }[]> {
  const { rows } = await database().pool.query<{ amount: number; isOnline: boolean }>(
    `SELECT amount_paise::int AS amount, payment_id IS NOT NULL AS "isOnline" FROM cash_payouts WHERE order_id = $1 ORDER BY id`,
    [id],
  );
  return rows;
}

describe('an order that was paid online', () => {
  it('has the difference refunded with the change, and the provider pays it', async () => {
    const placed = await paidOrder('leave_out');
    const order = await propose(placed, leaveOut(placed, 'Ghee'));
    expect(order).toMatchObject({ totalPaise: 10_000, paymentStatus: 'paid', refundedPaise: 0 });
    expect(await refundsOf(order)).toEqual(['adjustment 20000']);
    const before = sandbox.ledger().razorpay.refunded;
    await sweepPayments();
    expect(sandbox.ledger().razorpay.refunded - before).toBe(20_000);
  });

  it('costs no more than was paid: a dearer thing comes at the old price, at once for who chose a replacement', async () => {
    const placed = await paidOrder('replace');
    const order = await propose(placed, dearer(placed));
    expect(order).toMatchObject({ totalPaise: 30_000, cashExtraPaise: 0, proposal: { state: 'applied' } });
    expect(order.items[1]).toMatchObject({ name: 'Dear ghee', pricePaise: 23_000, amountPaise: 20_000 });
    expect(await refundsOf(order)).toEqual([]);
  });

  it('or the difference is paid in cash, where the shop asks and the customer agrees', async () => {
    const placed = await paidOrder('replace');
    const asked = await propose(placed, dearer(placed, false));
    expect(asked).toMatchObject({ totalPaise: 30_000, proposal: { state: 'open', totalPaise: 33_000 } });
    const order = await accept(asked);
    expect(order).toMatchObject({ totalPaise: 33_000, cashExtraPaise: 3_000, paymentStatus: 'paid' });
    expect(await refundsOf(order)).toEqual([]);

    // An item left out later reduces the cash part first.
    const next = await accept(await propose(order, leaveOut(order, 'Rice')));
    expect(next).toMatchObject({ totalPaise: 23_000, cashExtraPaise: 0 });
    expect(await refundsOf(next)).toEqual(['adjustment 7000']);
  });

  it('has what is added paid in cash', async () => {
    const placed = await paidOrder();
    const asked = await propose(placed, { kind: 'add', variant_id: dearGhee.id, quantity: 1 });
    const order = await accept(asked);
    expect(order).toMatchObject({ totalPaise: 53_000, cashExtraPaise: 23_000, paymentStatus: 'paid' });
    expect(await refundsOf(order)).toEqual([]);
  });

  it('has what was paid in cash paid out in cash, once it is delivered and nothing is left of the payment', async () => {
    const placed = await paidOrder('replace');
    const order = await accept(await propose(placed, dearer(placed, false)));
    const refund = (amountPaise: number) =>
      refundOrder({ orderId: order.id, amountPaise, text: 'Sorry', by: vendor, key: undefined });
    expect(order).toMatchObject({ refundableOnlinePaise: 30_000, refundableCashPaise: 0 });
    await expect(refund(30_001)).rejects.toMatchObject({ code: 'refund_too_high', details: { left: 300 } });
    for (const to of ['Ready', 'Delivered'] as const) await advanceOrderStatus({ orderId: order.id, to, by: vendor });

    expect(await refund(10_000)).toMatchObject({ refundableOnlinePaise: 20_000, refundableCashPaise: 3_000 });
    const refunded = await refund(22_000);
    expect(refunded).toMatchObject({ paymentStatus: 'refund_due', refundedPaise: 32_000 });
    expect(refunded).toMatchObject({ refundableOnlinePaise: 0, refundableCashPaise: 1_000 });
    expect(await refundsOf(order)).toEqual(['goodwill 10000', 'goodwill 20000']);
    expect(await payoutsOf(order)).toEqual([{ amount: 2_000, isOnline: false }]);
    await expect(refund(1_001)).rejects.toMatchObject({ code: 'refund_too_high', details: { left: 10 } });
    expect(await refund(1_000)).toMatchObject({ refundedPaise: 33_000, refundableCashPaise: 0 });
  });

  it('has less than a rupee paid out in cash, once it is delivered, and leaves no such rest before', async () => {
    const placed = await paidOrder();
    const refund = (amountPaise: number) =>
      refundOrder({ orderId: placed.id, amountPaise, text: 'Sorry', by: vendor, key: undefined });
    await expect(refund(29_950)).rejects.toMatchObject({ code: 'status_not_allowed', message: /^Leave at least ₹1/ });
    await expect(refund(50)).rejects.toMatchObject({ code: 'invalid_input' });
    for (const to of ['Ready', 'Delivered'] as const) await advanceOrderStatus({ orderId: placed.id, to, by: vendor });
    await refund(29_950);
    expect(await refund(20)).toMatchObject({ refundableOnlinePaise: 30, paymentStatus: 'paid' });
    const [payment] = await database().knex('payments').where({ orderId: placed.id });
    const byOperator = refundPayment({
      paymentId: payment.id,
      actorId: (await createUser({ isPlatformAdmin: true })).id,
    });
    await expect(byOperator).rejects.toMatchObject({ code: 'status_not_allowed', message: /^Less than ₹1 is left/ });
    expect(await refund(30)).toMatchObject({ refundableOnlinePaise: 0, refundedPaise: 30_000 });
    await expect(refund(1)).rejects.toMatchObject({ code: 'refund_too_high', details: { left: 0 } });
    expect(await refundsOf(placed)).toEqual(['goodwill 29950']);
    expect(await payoutsOf(placed)).toEqual([
      { amount: 20, isOnline: true },
      { amount: 30, isOnline: true },
    ]);
  });

  it('has the rest refunded when it is cancelled after all', async () => {
    const placed = await paidOrder('leave_out');
    const order = await propose(placed, leaveOut(placed, 'Rice'));
    await endOrder({ orderId: order.id, exit: 'cancel', by: vendor, reason: 'too_busy' });
    expect(await refundsOf(order)).toEqual(['adjustment 10000', 'order ended 20000']);
  });

  it('never has less than a rupee refunded, which no provider does', async () => {
    const placed = await paidOrder();
    const order = await propose(placed, { kind: 'weight', item_id: lineOf(placed, 'Rice'), grams: 995 });
    expect(order).toMatchObject({ totalPaise: 29_900, items: [{ packedGrams: 995, amountPaise: 9_900 }, {}] });
    expect(await refundsOf(order)).toEqual(['adjustment 100']);
  });

  it('is not lowered to less than went back already', async () => {
    const placed = await paidOrder('leave_out');
    await refundOrder({ orderId: placed.id, amountPaise: 15_000, text: 'Sorry', by: vendor, key: undefined });
    await expect(propose(placed, leaveOut(placed, 'Ghee'))).rejects.toMatchObject({
      code: 'refund_too_high',
      message: 'The refunds already exceed the new total. Cancel the order instead.',
    });
    const order = await propose(placed, leaveOut(placed, 'Rice'));
    expect(order).toMatchObject({ totalPaise: 20_000, refundedPaise: 15_000 });
  });

  it('stays as it is once all of its money went back', async () => {
    const placed = await paidOrder('leave_out');
    const { rows } = await database().pool.query<{ id: number }>('SELECT id FROM payments WHERE order_id = $1', [
      placed.id,
    ]);
    await refundPayment({ paymentId: rows[0]!.id, actorId: (await createUser({ isPlatformAdmin: true })).id });
    await expect(propose(placed, leaveOut(placed, 'Ghee'))).rejects.toMatchObject({ code: 'status_not_allowed' });
  });
});

it('keeps stock and money right', async () => expect(await brokenInvariants(database().pool)).toEqual([]));
