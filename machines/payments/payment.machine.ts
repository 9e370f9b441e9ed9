import type { PaymentProvider } from '@haat/contract/payments/payment';
import { reasonOf } from '@haat/contract/reason';
import { assign, fromPromise, setup } from 'xstate';
import { isOutcomeUnknown, type PlaceRequest } from '../orders/place-request.ts';
import { type Problem, problemOf, type TextKey } from '../problem.ts';
import { unprovided } from '../unprovided.ts';

type Context = {
  order: PaymentOrder | undefined;
  provider: PaymentProvider;
  started: StartedPayment | undefined;
  reply: ProviderReply | undefined;
  problem: Problem | undefined;
};
type Failure = { error: unknown };

/** Used if no provider was chosen. */
const DEFAULT_PROVIDER: PaymentProvider = 'stripe';

const FAILED: Record<PaymentProvider, TextKey> = {
  stripe: 'payment.stripeFailed',
  razorpay: 'payment.razorpayFailed',
};
const UNAVAILABLE = 'payment.away';
const REFUSED = 'order.placeFailed';
const UNVERIFIED = 'payment.verifyFailed';
const isUnavailable = (error: unknown) => reasonOf(error).code === 'unavailable';
const failure = ({ event }: { event: Failure }) => ({ error: event.error });

/**
 * One payment after the customer chose a provider: it is started on our server, continues at the provider and is verified.
 * Only the server knows whether it was paid; the order summary, which follows `confirming`, asks it.
 */
export const paymentMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { order: PaymentOrder | undefined; provider: PaymentProvider | undefined },
    events: {} as { type: 'problem.read' },
  },
  actors: {
    startPayment: fromPromise<StartedPayment, StartInput>(unprovided('startPayment')),
    /** Resolves with the reply of the provider's window, or with undefined when the customer closed it. */
    openProvider: fromPromise<ProviderReply | undefined, StartedPayment>(unprovided('openProvider')),
    verifyPayment: fromPromise<void, ProviderReply>(unprovided('verifyPayment')),
  },
  actions: {
    askToLogIn: () => {},
    goToStart: () => {},
    goToOrder: () => {},
    goToSummary: (_, _outcome: 'success' | 'canceled') => {},
    setProblem: assign((_, problem: Problem) => ({ problem })),
    setStartProblem: assign(({ context }, { error }: Failure) => ({
      problem: isUnavailable(error) ? problemOf(error, UNAVAILABLE, UNAVAILABLE) : { key: FAILED[context.provider] },
    })),
    setRejection: assign((_, { error }: Failure) => ({ problem: problemOf(error, REFUSED, REFUSED) })),
  },
  guards: {
    hasNoOrder: ({ context }) => context.order === undefined,
    isUnauthenticated: (_, { error }: Failure) => reasonOf(error).code === 'unauthenticated',
    isOutcomeUnknown: (_, { error }: Failure) => isOutcomeUnknown(error),
    isAlreadyPaid: (_, { error }: Failure) => isAlreadyPaid(error),
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
          actions: { type: 'setProblem', params: { key: 'payment.noOrder' } },
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
          { guard: { type: 'isAlreadyPaid', params: failure }, target: 'confirming' },
          // A rejection is resolved in the cart; a failure can be retried as it is.
          {
            guard: { type: 'isOutcomeUnknown', params: failure },
            target: 'failed.retryable',
            actions: { type: 'setStartProblem', params: failure },
          },
          { target: 'failed.refused', actions: { type: 'setRejection', params: failure } },
        ],
      },
    },
    atProvider: {
      invoke: {
        src: 'openProvider',
        input: ({ context }) => context.started as StartedPayment,
        onDone: { target: 'returning', actions: assign({ reply: ({ event }) => event.output }) },
        onError: { target: 'failed.retryable', actions: { type: 'setProblem', params: { key: 'payment.wentWrong' } } },
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
            target: 'failed.retryable',
            actions: { type: 'setProblem', params: ({ event }) => problemOf(event.error, UNVERIFIED, UNVERIFIED) },
          },
          // The money may have arrived: the server also learns of it from the provider.
          'confirming',
        ],
      },
    },
    failed: {
      initial: 'retryable',
      states: {
        withoutOrder: { on: { 'problem.read': { target: '#payment.over', actions: 'goToStart' } } },
        refused: { on: { 'problem.read': { target: '#payment.over', actions: 'goToOrder' } } },
        retryable: { on: { 'problem.read': '#payment.canceled' } },
      },
    },
    confirming: { type: 'final', entry: { type: 'goToSummary', params: 'success' } },
    canceled: { type: 'final', entry: { type: 'goToSummary', params: 'canceled' } },
    signedOut: { type: 'final', entry: 'askToLogIn' },
    over: { type: 'final' },
  },
});

/**
 * The order to pay, as it is passed from screen to screen: an order request, which is stored when its payment starts, or
 * a stored order with a reservation (`orderId`).
 */
export type PaymentOrder = { shopSlug: string; totalPaise: number } & (
  { request: PlaceRequest; orderId?: undefined } | { orderId: number; request?: undefined }
);

/** A payment that exists at the provider, with what its page or its window needs. */
export type StartedPayment =
  | { provider: 'stripe'; url: string }
  | {
      provider: 'razorpay';
      id: string;
      key: string;
      amountPaise: number;
      checkoutUrl: string;
      reservedUntil: string | undefined;
    };

/** The reply of the provider's window after a payment; only the server can verify it. */
export type ProviderReply = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string };

export type StartInput = { order: PaymentOrder; provider: PaymentProvider };

/** Whether a payment was not started because the order is paid already. */
export const isAlreadyPaid = (error: unknown): boolean => reasonOf(error).code === 'status_not_allowed';
