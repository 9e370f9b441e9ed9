import type { PaymentProvider } from '@haat/contract/rules/payment';
import { reasonOf } from '@haat/contract/rules/reason';
import { assign, fromPromise, setup } from 'xstate';
import { isWithoutAnswer } from '../checkout/place-request.ts';
import { problemOf, type Problem } from '../problem.ts';
import { unprovided } from '../unprovided.ts';
import {
  isPaidAlready,
  type PaymentOrder,
  type ProviderReply,
  type StartedPayment,
  type StartInput,
} from './payment-order.ts';

type Context = {
  order: PaymentOrder | undefined;
  provider: PaymentProvider;
  started: StartedPayment | undefined;
  reply: ProviderReply | undefined;
  problem: Problem | undefined;
};
type Failure = { error: unknown };

/** Spec section 2: of the redirect page, where nobody chose. */
const DEFAULT_PROVIDER: PaymentProvider = 'stripe';

/** Spec section 8, payment redirect. */
const FAILED: Record<PaymentProvider, string> = {
  stripe: 'payment.stripeFailed',
  razorpay: 'payment.razorpayFailed',
};
const AWAY = 'payment.away';
const REFUSED = 'order.placeFailed';
const UNVERIFIED = 'payment.verifyFailed';
const isAway = (error: unknown) => reasonOf(error).code === 'unavailable';
const failure = ({ event }: { event: Failure }) => ({ error: event.error });

/**
 * One payment from the moment the customer chose a provider: it begins at our server, goes on at the provider's, and is
 * verified. Whether it was paid is said by the server alone, to the summary, where `confirming` leads. Spec section 4.
 */
export const paymentMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { order: PaymentOrder | undefined; provider: PaymentProvider | undefined },
    events: {} as { type: 'problem.read' },
  },
  actors: {
    startPayment: fromPromise<StartedPayment, StartInput>(unprovided('startPayment')),
    /** Ends with what the provider's window hands over, or with nothing when the customer closed it. */
    openProvider: fromPromise<ProviderReply | undefined, StartedPayment>(unprovided('openProvider')),
    verifyPayment: fromPromise<void, ProviderReply>(unprovided('verifyPayment')),
  },
  actions: {
    askToLogIn: () => {},
    leadToStart: () => {},
    leadToOrder: () => {},
    leadToSummary: (_, _outcome: 'success' | 'canceled') => {},
    explain: assign((_, problem: Problem) => ({ problem })),
    explainLost: assign(({ context }, { error }: Failure) => ({
      problem: isAway(error) ? problemOf(error, AWAY, AWAY) : { key: FAILED[context.provider] },
    })),
    explainRefusal: assign((_, { error }: Failure) => ({ problem: problemOf(error, REFUSED, REFUSED) })),
  },
  guards: {
    hasNoOrder: ({ context }) => context.order === undefined,
    isUnauthenticated: (_, { error }: Failure) => reasonOf(error).code === 'unauthenticated',
    isWithoutAnswer: (_, { error }: Failure) => isWithoutAnswer(error),
    isPaidAlready: (_, { error }: Failure) => isPaidAlready(error),
    isUnverified: (_, { error }: Failure) => reasonOf(error).code === 'payment_unverified',
    isPaid: ({ context }) => context.reply !== undefined,
  },
}).createMachine({
  id: 'payment',
  context: ({ input: { order, provider } }) => ({
    order,
    provider: provider ?? DEFAULT_PROVIDER,
    started: undefined,
    reply: undefined,
    problem: undefined,
  }),
  initial: 'beginning',
  states: {
    beginning: {
      always: [
        {
          guard: 'hasNoOrder',
          target: 'failed.withoutOrder',
          actions: { type: 'explain', params: { key: 'payment.noOrder' } },
        },
        'starting',
      ],
    },
    starting: {
      invoke: {
        src: 'startPayment',
        input: ({ context: { order, provider } }) => ({ order: order as PaymentOrder, provider }),
        onDone: { target: 'atProvider', actions: assign({ started: ({ event }) => event.output }) },
        onError: [
          { guard: { type: 'isUnauthenticated', params: failure }, target: 'signedOut' },
          { guard: { type: 'isPaidAlready', params: failure }, target: 'confirming' },
          // What the shop refuses is put right in the cart; what failed can be tried again as it is.
          {
            guard: { type: 'isWithoutAnswer', params: failure },
            target: 'failed.openly',
            actions: { type: 'explainLost', params: failure },
          },
          { target: 'failed.refused', actions: { type: 'explainRefusal', params: failure } },
        ],
      },
    },
    atProvider: {
      invoke: {
        src: 'openProvider',
        input: ({ context }) => context.started as StartedPayment,
        onDone: { target: 'returning', actions: assign({ reply: ({ event }) => event.output }) },
        onError: { target: 'failed.openly', actions: { type: 'explain', params: { key: 'payment.wentWrong' } } },
      },
    },
    returning: { always: [{ guard: 'isPaid', target: 'verifying' }, 'canceled'] },
    verifying: {
      invoke: {
        src: 'verifyPayment',
        input: ({ context }) => context.reply as ProviderReply,
        onDone: 'confirming',
        onError: [
          {
            guard: { type: 'isUnverified', params: failure },
            target: 'failed.openly',
            actions: { type: 'explain', params: ({ event }) => problemOf(event.error, UNVERIFIED, UNVERIFIED) },
          },
          // The money may be there: the server hears of it from the provider, too.
          'confirming',
        ],
      },
    },
    failed: {
      initial: 'openly',
      states: {
        withoutOrder: { on: { 'problem.read': { target: '#payment.over', actions: 'leadToStart' } } },
        refused: { on: { 'problem.read': { target: '#payment.over', actions: 'leadToOrder' } } },
        openly: { on: { 'problem.read': '#payment.canceled' } },
      },
    },
    confirming: { type: 'final', entry: { type: 'leadToSummary', params: 'success' } },
    canceled: { type: 'final', entry: { type: 'leadToSummary', params: 'canceled' } },
    signedOut: { type: 'final', entry: 'askToLogIn' },
    over: { type: 'final' },
  },
});
