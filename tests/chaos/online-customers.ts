import { setTimeout as pause } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { PlaceOrderBody } from '@haat/contract/orders/orders.calls';
import type { PaymentProvider } from '@haat/contract/payments/payment';
import { database } from '@haat/core/db/database';
import { seededRandom } from '../fixtures/payments/providers.ts';
import { type Customer, type Market, type Person, wishesOf } from './market.ts';
import { expireReservation } from './clock.ts';
import type { Tally } from './records.ts';
import type { Outcome } from '../fixtures/payments/provider-app.ts';
import type { Sandbox } from '../fixtures/payments/start-sandbox.ts';
import { orderBody } from '../../core/test/order-body.ts';
import { type Caller, callWithRetry, type Reply, retryOutage } from './retry.ts';
import { type Conditions, GOOD_CONDITIONS } from '../fixtures/payments/faults.ts';

type Paying = Omit<Stage, 'chance'> & { payers: Customer[]; seed: number; isOver: () => boolean };

/** Customers who pay online, one round after another, at providers that fail. */
export async function runOnlineCustomers({ payers, seed, isOver, ...stage }: Paying): Promise<void> {
  const { sandbox, tally } = stage;
  const each = payers.map((payer, nth) => pay({ ...stage, chance: seededRandom(seed + nth + 1) }, payer, isOver));
  await Promise.all([...each, failProviders({ sandbox, chance: seededRandom(seed), tally, isOver })]);
}

async function pay(stage: Stage, payer: Customer, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await (stage.chance() < 0.1 ? payAmount(stage, payer) : payOnline(stage, payer));
    await pause(stage.chance() * 200);
  }
}

type Stage = { sandbox: Sandbox; market: Market; url: string; chance: () => number; tally: Tally };

const START_TIMEOUT_MS = 20_000;
const CONFIRM_TIMEOUT_MS = 12_000;

const ACTIONS = {
  pay: 40,
  close: 15,
  late: 10,
  'late-decline': 4,
  decline: 5,
  cancel: 8,
  'decline, then pay': 10,
  leave: 8,
};
type Action = keyof typeof ACTIONS;

type Started = { providerId: string; orderId: number; line: Caller; body: PlaceOrderBody; provider: PaymentProvider };

/** One customer's way from the cart to the end of it, whatever that is. */
async function payOnline(stage: Stage, customer: Customer): Promise<void> {
  const { chance, tally } = stage;
  const started = await start(stage, customer);
  if (!started) return;
  const action = pick(chance, ACTIONS);
  const isTooLate = chance() < 0.1;
  tally.add(`${started.provider}: ${action}${isTooLate ? ', too late' : ''}`);
  if (isTooLate) await expireReservation(started.orderId);
  const reply = await act(stage, started, action);
  if (action === 'pay' || action === 'decline, then pay') await confirm(stage, started, reply);
}

async function start({ market, url, chance, tally }: Stage, customer: Customer): Promise<Started | undefined> {
  const shop = market.shops[Math.floor(chance() * market.shops.length)];
  const variants = shop?.variants.filter(() => chance() < 0.4) ?? [];
  if (variants.length === 0) return undefined;
  const body = orderBody(
    variants.map((variant) => ({ variant, quantity: 1 + Math.floor(chance() * 2) })),
    { ...wishesOf(customer, chance), paymentMethod: 'online' },
  );
  const provider = pick(chance, { razorpay: 3, stripe: 2 });
  const line = { url, token: customer.token, key: randomUUID() };
  const call = () => callWithRetry(line, startCall(provider, { url, body }), START_TIMEOUT_MS);
  // Some click twice.
  const replies = chance() < 0.2 ? await Promise.all([call(), call()]) : [await call()];
  const good = replies.filter((reply): reply is Reply => reply?.status === 200);
  for (const what of await doubledBy(good)) tally.fail(`two clicks made ${what}`);
  const [first] = good;
  if (!first) tally.add(`not started (${replies[0]?.status ?? 'no answer'} ${replies[0]?.body.code ?? ''})`);
  return first && { providerId: String(first.body.id), orderId: Number(first.body.orderId), line, body, provider };
}

/**
 * What the replies of two clicks have two of and must not. Two orders are right if the first one has expired: its customer, who
 * looks after the orders all the time, cancelled it between the clicks, and the key is free for another one.
 */
async function doubledBy(replies: Reply[]): Promise<string[]> {
  const ids = [...new Set(replies.map(({ body }) => Number(body.orderId)))];
  const payments = new Set(replies.map(({ body }) => body.id));
  if (payments.size > ids.length) return ['two payments of one order'];
  if (ids.length < 2) return [];
  const { rows } = await retryOutage(() =>
    database().pool.query(`SELECT FROM orders WHERE id = ANY($1) AND payment_status = 'expired'`, [ids]),
  );
  return rows.length === 0 ? ['two orders'] : [];
}

function startCall(provider: PaymentProvider, { url, body }: { url: string; body: PlaceOrderBody }) {
  if (provider === 'razorpay') return { path: '/api/razorpay/create-order', body: { order: body } };
  const back = `${url}/#/a-shop/order-summary`;
  const addresses = { success_url: `${back}?success=true`, cancel_url: `${back}?canceled=true` };
  return { path: '/api/stripe/create-checkout-session', body: { order: body, ...addresses } };
}

/** What the customer does at the provider; a session that is over refuses, as it should. */
async function act({ sandbox, tally }: Stage, { providerId }: Started, action: Action) {
  const outcomes: Outcome[] = action === 'leave' ? [] : action === 'decline, then pay' ? ['decline', 'pay'] : [action];
  let paid: Awaited<ReturnType<Sandbox['pay']>> = {};
  for (const outcome of outcomes) {
    try {
      paid = await sandbox.pay(providerId, outcome);
    } catch {
      tally.add('refused by the provider');
      return undefined;
    }
  }
  return paid;
}

/** The page of the shop after the payment: it verifies, and asks for its order, some of it twice, in any order. */
async function confirm(stage: Stage, started: Started, paid: Awaited<ReturnType<typeof act>>): Promise<void> {
  if (!paid) return;
  const { chance, tally } = stage;
  const { line, orderId } = started;
  const calls = [
    ...(paid.reply ? [{ path: '/api/razorpay/verify-payment', body: paid.reply }] : []),
    { path: '/api/orders', body: started.body },
    { path: `/api/orders/${orderId}/payment` },
  ];
  const chosen = calls.flatMap((call) => Array.from({ length: Math.floor(chance() * 3) }, () => call));
  const replies = await Promise.all(chosen.map((call) => callWithRetry(line, call, CONFIRM_TIMEOUT_MS)));
  for (const reply of replies) {
    const named = reply && reply.status < 300 ? reply.body.orderId : undefined;
    if (named !== undefined && named !== orderId) tally.fail(`order ${orderId} was reported as ${named}`);
    if (reply && ![200, 201, 400, 402, 409].includes(reply.status))
      tally.fail(`an answer of ${reply.status} after the payment: ${JSON.stringify(reply.body)}`);
  }
}

const TIMEOUT_MS = 15_000;

/** A caller who knows only the amount, as in the specification: pays first, and then orders, or does not. */
async function payAmount({ sandbox, market, url, chance, tally }: Stage, { token }: Person): Promise<void> {
  const variant = market.shops[0]?.variants[Math.floor(chance() * 5)];
  if (!variant) return;
  const line = { url, token, key: randomUUID() };
  const body = orderBody([{ variant }], { paymentMethod: 'online' });
  const started = await callWithRetry(
    line,
    { path: '/api/razorpay/create-order', body: { amount: body.total } },
    TIMEOUT_MS,
  );
  if (started?.status !== 200) return tally.add(`bare amount: not started (${started?.status ?? 'no answer'})`);
  const { reply } = await sandbox.pay(String(started.body.id));
  const orders = chance() < 0.6;
  tally.add(`bare amount: ${orders ? 'paid and ordered' : 'paid and never ordered'}`);
  if (!orders) return;
  await callWithRetry(line, { path: '/api/razorpay/verify-payment', body: reply }, TIMEOUT_MS);
  const placed = await callWithRetry(line, { path: '/api/orders', body }, TIMEOUT_MS);
  tally.add(`bare amount: answered ${placed?.status ?? 'nothing'}`);
}

type ProviderFailures = { sandbox: Sandbox; chance: () => number; tally: Tally; isOver: () => boolean };

const KINDS = {
  'answer lost': 4,
  'call lost': 3,
  'server error': 1,
  'too many requests': 2,
  'proxy page': 2,
  slow: 2,
  outage: 1,
  webhooks: 4,
  refunds: 2,
  refusals: 1,
  capture: 1,
};

/** Injects a fault at a provider about twice a second. */
async function failProviders(failures: ProviderFailures): Promise<void> {
  while (!failures.isOver()) {
    await pause(200 + failures.chance() * 600);
    await injectProviderFault(failures);
  }
}

async function injectProviderFault({ sandbox, chance, tally }: ProviderFailures): Promise<void> {
  const kind = pick(chance, KINDS);
  const provider = pick(chance, { razorpay: 1, stripe: 1 });
  tally.add(`fault: ${kind}`);
  if (kind === 'answer lost') sandbox.fault({ provider, reset: 'after', times: 2 });
  if (kind === 'call lost') sandbox.fault({ provider, reset: 'before', times: 2 });
  if (kind === 'server error') sandbox.fault({ provider, status: 500 });
  if (kind === 'too many requests') sandbox.fault({ provider, status: 429, times: 3 });
  if (kind === 'proxy page') sandbox.fault({ provider, html: true, times: 2 });
  if (kind === 'slow') sandbox.fault({ provider, delayMs: 1_000 });
  if (kind === 'webhooks')
    sandbox.setConditions({
      webhookLoss: chance() * 0.7,
      webhookDuplicates: chance(),
      webhookJitterMs: chance() * 800,
    });
  if (kind === 'refunds') sandbox.setConditions({ refunds: pick(chance, { done: 2, pending: 2 }) });
  if (kind === 'capture')
    sandbox.setConditions({ razorpayCapture: pick(chance, { automatic: 1, prompt: 1, manual: 1 }) });
  if (kind === 'refusals') await whileIt(sandbox, { refunds: 'failed' }, { refunds: 'done' });
  if (kind !== 'outage') return;
  const name = provider === 'stripe' ? 'stripeDown' : 'razorpayDown';
  await whileIt(sandbox, { [name]: true }, { [name]: false });
}

async function whileIt(sandbox: Sandbox, bad: Partial<Conditions>, good: Partial<Conditions>): Promise<void> {
  sandbox.setConditions(bad);
  await pause(1_500);
  sandbox.setConditions(good);
}

/** Ends all provider faults; pending payments and refunds complete. */
export function restoreProviders(sandbox: Sandbox): void {
  const { lateMs, webhookRetryMs, refundMs } = sandbox.providers.conditions;
  // Stripe repeats an internal error to a refund until the next hour, whose key is another one: it has come.
  const { answers } = sandbox.providers.state.stripe;
  for (const [key, { status }] of Object.entries(answers)) if (status >= 500) delete answers[key];
  sandbox.providers.faults.clear();
  sandbox.setConditions({ ...GOOD_CONDITIONS, lateMs, webhookRetryMs, refundMs });
}

/** One of the words, by their weights. */
function pick<Word extends string>(chance: () => number, weights: Record<Word, number>): Word {
  const entries = Object.entries(weights) as [Word, number][];
  let left = chance() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [word, weight] of entries) {
    left -= weight;
    if (left < 0) return word;
  }
  throw new Error('Nothing to choose from');
}
