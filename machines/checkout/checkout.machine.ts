import type { PlacedOrderView } from '@haat/contract/api/orders.schema';
import type { CartLine } from '@haat/contract/rules/cart';
import { reachesMinimum, type OrderType } from '@haat/contract/rules/min-order-value';
import { reasonOf } from '@haat/contract/rules/reason';
import { assign, fromPromise, setup } from 'xstate';
import { problemOf, type Problem } from '../problem.ts';
import { unprovided } from '../unprovided.ts';
import { CartChangedError } from './cart-changed-error.ts';
import { offersOnline, orderTypeOf, requestOf, type CheckoutContext } from './checkout-context.ts';
import { isWithoutAnswer, retriedRequest, type PaymentMethod, type PlaceRequest } from './place-request.ts';

type Failure = { error: unknown };
type PlaceEvent = { type: 'place'; hasToken: boolean; key: string; lines: readonly CartLine[] };
type Events =
  | PlaceEvent
  | { type: 'total.changed'; totalPaise: number; minimumPaise: number }
  | { type: 'shop.changed'; takesOnline: boolean }
  | { type: 'type.chosen'; orderType: OrderType }
  | { type: 'payment.chosen'; payment: PaymentMethod }
  | { type: 'address.chosen'; addressId: number }
  | { type: 'address.asked' }
  | { type: 'address.dismissed' }
  | { type: 'problem.read' };

const FAILED = 'order.placeFailed';
const failure = ({ event }: { event: { error: unknown } }) => ({ error: event.error });

/** The review of an order and its placing, with the preconditions in the order of spec section 5. */
export const checkoutMachine = setup({
  types: {
    context: {} as CheckoutContext,
    input: {} as Pick<CheckoutContext, 'totalPaise' | 'minimumPaise' | 'payment' | 'takesOnline'>,
    events: {} as Events,
    tags: {} as 'busy',
  },
  actors: { placeOrder: fromPromise<PlacedOrderView, PlaceRequest>(unprovided('placeOrder')) },
  actions: {
    askToLogIn: () => {},
    showSummary: (_, _order: PlacedOrderView) => {},
    askForPayment: (_, _request: PlaceRequest) => {},
    keepRequest: assign(({ context }, event: PlaceEvent) => ({
      request: retriedRequest(context.request, requestOf(context, event)),
      problem: undefined,
      changed: undefined,
    })),
    takeAddress: assign((_, { addressId }: { addressId: number }) => ({ addressId, problem: undefined })),
    explain: assign((_, problem: Problem) => ({ problem })),
    keepChanges: assign((_, { error }: Failure) => ({
      changed: error instanceof CartChangedError ? error.current : undefined,
    })),
    forgetRequest: assign({ request: undefined }),
  },
  guards: {
    hasNoToken: ({ event }) => event.type === 'place' && !event.hasToken,
    isPaidOnline: ({ context }) => context.payment === 'online',
    hasNoPayment: ({ context }) => context.payment === undefined,
    lacksAddress: ({ context }) => orderTypeOf(context) === 'delivery' && context.addressId === undefined,
    isUnauthenticated: (_, { error }: Failure) => reasonOf(error).code === 'unauthenticated',
    isWithoutAnswer: (_, { error }: Failure) => isWithoutAnswer(error),
  },
}).createMachine({
  id: 'checkout',
  context: ({ input }) => ({
    ...input,
    wanted: 'delivery',
    addressId: undefined,
    request: undefined,
    changed: undefined,
    problem: undefined,
  }),
  initial: 'reviewing',
  on: {
    'total.changed': {
      actions: assign(({ context, event: { totalPaise, minimumPaise } }) => ({
        totalPaise,
        minimumPaise,
        // Spec section 2: below the minimum, online payment is switched back to cash on delivery.
        payment: reachesMinimum(totalPaise, minimumPaise) ? context.payment : ('cod' as const),
      })),
    },
    // A payment that is offered no more is none: nobody finds out at the door that cash is wanted.
    'shop.changed': {
      actions: assign(({ context, event: { takesOnline } }) => ({
        takesOnline,
        payment: takesOnline || context.payment === 'cod' ? context.payment : undefined,
      })),
    },
    'type.chosen': { actions: assign({ wanted: ({ event }) => event.orderType }) },
    'payment.chosen': {
      guard: ({ context, event }) => event.payment === 'cod' || offersOnline(context),
      actions: assign({ payment: ({ event }) => event.payment, problem: undefined }),
    },
    'address.chosen': {
      actions: { type: 'takeAddress', params: ({ event }) => event },
    },
    'problem.read': { actions: assign({ problem: undefined, changed: undefined }) },
  },
  states: {
    reviewing: {
      initial: 'order',
      on: {
        place: [
          { guard: 'hasNoToken', actions: 'askToLogIn' },
          { guard: 'hasNoPayment', actions: { type: 'explain', params: { key: 'order.selectPayment' } } },
          {
            guard: 'lacksAddress',
            target: '.address',
            actions: { type: 'explain', params: { key: 'order.addAddress' } },
          },
          {
            guard: 'isPaidOnline',
            target: 'paying',
            actions: { type: 'keepRequest', params: ({ event }) => event },
          },
          { target: 'placing', actions: { type: 'keepRequest', params: ({ event }) => event } },
        ],
      },
      states: {
        order: { on: { 'address.asked': 'address' } },
        address: {
          on: {
            'address.dismissed': 'order',
            'address.chosen': { target: 'order', actions: { type: 'takeAddress', params: ({ event }) => event } },
          },
        },
      },
    },
    placing: {
      tags: 'busy',
      invoke: {
        src: 'placeOrder',
        input: ({ context }) => context.request as PlaceRequest,
        onDone: { target: 'placed', actions: { type: 'showSummary', params: ({ event }) => event.output } },
        onError: [
          { guard: { type: 'isUnauthenticated', params: failure }, target: 'reviewing', actions: 'askToLogIn' },
          {
            guard: { type: 'isWithoutAnswer', params: failure },
            target: 'reviewing',
            actions: { type: 'explain', params: { key: FAILED } },
          },
          {
            target: 'reviewing',
            actions: [
              { type: 'explain', params: ({ event }) => problemOf(event.error, FAILED, FAILED) },
              { type: 'keepChanges', params: failure },
              'forgetRequest',
            ],
          },
        ],
      },
    },
    placed: { type: 'final' },
    // The order is stored when its payment begins, on a screen of its own.
    paying: {
      type: 'final',
      entry: { type: 'askForPayment', params: ({ context }) => context.request as PlaceRequest },
    },
  },
});
