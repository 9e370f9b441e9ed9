import type { PaymentProvider } from '@haat/contract/payments/payment';
import { RefusedError } from '@haat/contract/reason';
import { expect, it, vi } from 'vitest';
import { createActor, fromPromise, waitFor } from 'xstate';
import {
  paymentMachine,
  type PaymentOrder,
  type ProviderReply,
  type StartedPayment,
  type StartInput,
} from './payment.machine.ts';

const order: PaymentOrder = { shopSlug: 'dairy', totalPaise: 25_000, orderId: 4 };
const atStripe: StartedPayment = { provider: 'stripe', url: 'https://pay.example/1' };
const reply: ProviderReply = { razorpay_payment_id: 'pay_1', razorpay_order_id: 'order_1', razorpay_signature: 's' };
const lost = () => Promise.reject(new TypeError('fetch failed'));
const refuse =
  (
    code: 'status_not_allowed' | 'out_of_stock' | 'payment_unverified' | 'unauthenticated' | 'unavailable',
    text?: string,
  ) =>
  () =>
    Promise.reject(new RefusedError({ code, ...(text === undefined ? {} : { text }) }));

type Start = {
  order?: PaymentOrder | undefined;
  provider?: PaymentProvider;
  startPayment?: (input: StartInput) => Promise<StartedPayment>;
  openProvider?: (started: StartedPayment) => Promise<ProviderReply | undefined>;
  verifyPayment?: (reply: ProviderReply) => Promise<void>;
};

async function pay(start: Start = {}) {
  const does = {
    startPayment: vi.fn(start.startPayment ?? (async () => atStripe)),
    openProvider: vi.fn(start.openProvider ?? (async () => reply)),
    verifyPayment: vi.fn(start.verifyPayment ?? (async () => {})),
  };
  const ledTo: string[] = [];
  const machine = paymentMachine.provide({
    actors: {
      startPayment: fromPromise<StartedPayment, StartInput>(({ input }) => does.startPayment(input)),
      openProvider: fromPromise<ProviderReply | undefined, StartedPayment>(({ input }) => does.openProvider(input)),
      verifyPayment: fromPromise<void, ProviderReply>(({ input }) => does.verifyPayment(input)),
    },
    actions: {
      askToLogIn: () => ledTo.push('login'),
      goToStart: () => ledTo.push('start'),
      goToOrder: () => ledTo.push('order'),
      goToSummary: (_, outcome) => ledTo.push(outcome),
    },
  });
  const input = { order: 'order' in start ? start.order : order, provider: start.provider };
  const payment = createActor(machine, { input }).start();
  await waitFor(payment, (state) => state.status === 'done' || state.matches('failed'));
  const { problem } = payment.getSnapshot().context;
  const before = [...ledTo];
  if (problem) payment.send({ type: 'problem.read' });
  return { problem, before, ledTo, ...does };
}

it('starts, opens the provider, verifies its reply, and leads to the summary', async () => {
  const { ledTo, startPayment, openProvider, verifyPayment } = await pay({ provider: 'razorpay' });
  expect(startPayment).toHaveBeenCalledExactlyOnceWith({ order, provider: 'razorpay' });
  expect(openProvider).toHaveBeenCalledExactlyOnceWith(atStripe);
  expect(verifyPayment).toHaveBeenCalledExactlyOnceWith(reply);
  expect(ledTo).toEqual(['success']);
});

it('uses Stripe where no provider was chosen', async () => {
  const { startPayment } = await pay();
  expect(startPayment).toHaveBeenCalledExactlyOnceWith({ order, provider: 'stripe' });
});

it('fails without an order, and leads to the start after the alert', async () => {
  const { problem, before, ledTo, startPayment } = await pay({ order: undefined });
  expect(problem).toEqual({ key: 'payment.noOrder' });
  expect([before, ledTo]).toEqual([[], ['start']]);
  expect(startPayment).not.toHaveBeenCalled();
});

it('is canceled without a reply of the provider, and verifies nothing', async () => {
  const { ledTo, verifyPayment } = await pay({ openProvider: async () => undefined });
  expect(ledTo).toEqual(['canceled']);
  expect(verifyPayment).not.toHaveBeenCalled();
});

it('leads to the login when the session has ended', async () => {
  expect((await pay({ startPayment: refuse('unauthenticated') })).ledTo).toEqual(['login']);
});

it('does not open the provider for an order that is paid already', async () => {
  const { problem, ledTo, openProvider } = await pay({ startPayment: refuse('status_not_allowed') });
  expect(problem).toBeUndefined();
  expect(ledTo).toEqual(['success']);
  expect(openProvider).not.toHaveBeenCalled();
});

it.each([
  ['stripe', 'payment.stripeFailed'],
  ['razorpay', 'payment.razorpayFailed'],
] as const)('says that %s failed, and keeps the order for another try, when no answer came', async (provider, key) => {
  const { problem, before, ledTo } = await pay({ provider, startPayment: lost });
  expect(problem).toMatchObject({ key });
  expect([before, ledTo]).toEqual([[], ['canceled']]);
});

it("shows the server's text when online payment is unavailable", async () => {
  const { problem, ledTo } = await pay({ startPayment: refuse('unavailable', 'Not available right now.') });
  expect(problem).toEqual({ key: 'payment.away', reason: { code: 'unavailable', text: 'Not available right now.' } });
  expect(ledTo).toEqual(['canceled']);
});

it('leads back to the cart when the order is rejected', async () => {
  const { problem, before, ledTo, openProvider } = await pay({
    startPayment: refuse('out_of_stock', 'Not enough left'),
  });
  expect(problem).toEqual({ key: 'order.placeFailed', reason: { code: 'out_of_stock', text: 'Not enough left' } });
  expect([before, ledTo]).toEqual([[], ['order']]);
  expect(openProvider).not.toHaveBeenCalled();
});

it("says that something went wrong when the provider's window does not open", async () => {
  const { problem, ledTo } = await pay({
    provider: 'razorpay',
    openProvider: () => Promise.reject(new Error('blocked')),
  });
  expect(problem).toEqual({ key: 'payment.wentWrong' });
  expect(ledTo).toEqual(['canceled']);
});

it('says that a payment could not be verified only when the server says so', async () => {
  const { problem, before, ledTo } = await pay({ verifyPayment: refuse('payment_unverified') });
  expect(problem).toMatchObject({ key: 'payment.verifyFailed' });
  expect([before, ledTo]).toEqual([[], ['canceled']]);
});

it.each([
  ['the connection fails', lost],
  ['the server is away', refuse('unavailable')],
  ['the session ends', refuse('unauthenticated')],
])('does not call a payment failed when %s while it is verified', async (_, verifyPayment) => {
  const { problem, ledTo } = await pay({ verifyPayment });
  expect(problem).toBeUndefined();
  expect(ledTo).toEqual(['success']);
});
