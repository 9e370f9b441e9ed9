import { randomUUID } from 'node:crypto';
import type { Outcome } from '@haat/sandbox/world/outcome';
import type { Sandbox } from '@haat/sandbox/start-sandbox';
import type { PlaceOrderBody } from '@haat/contract/api/orders.schema';
import type { PaymentProvider } from '@haat/contract/rules/payment';
import { orderBody } from '../../core/test/order-body.ts';
import type { Market, Person } from './market.ts';
import { type Line, patientCall, type Reply } from './patient-call.ts';
import { pick } from './pick.ts';
import type { Tally } from './tally.ts';
import { letHoldEnd } from './time-travel.ts';

export type Stage = { sandbox: Sandbox; market: Market; url: string; chance: () => number; tally: Tally };

const START_PATIENCE_MS = 20_000;
const CONFIRM_PATIENCE_MS = 12_000;

const DEEDS = {
  pay: 40,
  close: 15,
  late: 10,
  'late-decline': 4,
  decline: 5,
  cancel: 8,
  'decline, then pay': 10,
  leave: 8,
};
type Deed = keyof typeof DEEDS;

type Started = { providerId: string; orderId: number; line: Line; body: PlaceOrderBody; provider: PaymentProvider };

/** One customer's way from the cart to the end of it, whatever that is. */
export async function shoppingRound(stage: Stage, shopper: Person): Promise<void> {
  const { chance, tally } = stage;
  const started = await start(stage, shopper);
  if (!started) return;
  const deed = pick(chance, DEEDS);
  const isTooLate = chance() < 0.1;
  tally.add(`${started.provider}: ${deed}${isTooLate ? ', too late' : ''}`);
  if (isTooLate) await letHoldEnd(started.orderId);
  const reply = await act(stage, started, deed);
  if (deed === 'pay' || deed === 'decline, then pay') await confirm(stage, started, reply);
}

async function start({ market, url, chance, tally }: Stage, { token }: Person): Promise<Started | undefined> {
  const shop = market.shops[Math.floor(chance() * market.shops.length)];
  const variants = shop?.variants.filter(() => chance() < 0.4) ?? [];
  if (variants.length === 0) return undefined;
  const body = orderBody(
    variants.map((variant) => ({ variant, quantity: 1 + Math.floor(chance() * 2) })),
    { paymentMethod: 'online' },
  );
  const provider = pick(chance, { razorpay: 3, stripe: 2 });
  const line = { url, token, key: randomUUID() };
  const call = () => patientCall(line, startCall(provider, { url, body }), START_PATIENCE_MS);
  // Some click twice.
  const replies = chance() < 0.2 ? await Promise.all([call(), call()]) : [await call()];
  const good = replies.filter((reply): reply is Reply => reply?.status === 200);
  for (const name of ['id', 'orderId'] as const)
    if (new Set(good.map(({ body: answer }) => answer[name])).size > 1) tally.accuse(`two clicks made two ${name}`);
  const [first] = good;
  if (!first) tally.add(`not started (${replies[0]?.status ?? 'no answer'} ${replies[0]?.body.code ?? ''})`);
  return first && { providerId: String(first.body.id), orderId: Number(first.body.orderId), line, body, provider };
}

function startCall(provider: PaymentProvider, { url, body }: { url: string; body: PlaceOrderBody }) {
  if (provider === 'razorpay') return { path: '/api/razorpay/create-order', body: { order: body } };
  const back = `${url}/#/a-shop/order-summary`;
  const addresses = { success_url: `${back}?success=true`, cancel_url: `${back}?canceled=true` };
  return { path: '/api/stripe/create-checkout-session', body: { order: body, ...addresses } };
}

/** What the customer does at the provider; a session that is over refuses, as it should. */
async function act({ sandbox, tally }: Stage, { providerId }: Started, deed: Deed) {
  const outcomes: Outcome[] = deed === 'leave' ? [] : deed === 'decline, then pay' ? ['decline', 'pay'] : [deed];
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
  const replies = await Promise.all(chosen.map((call) => patientCall(line, call, CONFIRM_PATIENCE_MS)));
  for (const reply of replies) {
    const named = reply && reply.status < 300 ? reply.body.orderId : undefined;
    if (named !== undefined && named !== orderId) tally.accuse(`order ${orderId} was told as ${named}`);
    if (reply && ![200, 201, 400, 402, 409].includes(reply.status))
      tally.accuse(`an answer of ${reply.status} after the payment: ${JSON.stringify(reply.body)}`);
  }
}
