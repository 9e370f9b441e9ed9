import type { CartConflict, PlacedOrderView } from '@haat/contract/orders/orders.calls';
import type { IfUnavailable } from '@haat/contract/orders/order-terms';
import type { CartLine } from '@haat/contract/orders/cart';
import { type PickUpContact, pickUpProblems } from '@haat/contract/accounts/contact';
import { mobileIn } from '@haat/contract/accounts/address';
import {
  NOTE_MAX,
  noteIn,
  onOneLine,
  type OrderType,
  orderTypeFor,
  reachesMinimum,
} from '@haat/contract/orders/order-terms';
import { reasonOf } from '@haat/contract/reason';
import { assign, fromPromise, setup } from 'xstate';
import { type Problem, problemOf } from '../problem.ts';
import { unprovided } from '../unprovided.ts';
import {
  CartChangedError,
  isOutcomeUnknown,
  type PaymentMethod,
  type PlaceRequest,
  requestToSend,
} from './place-request.ts';

type Failure = { error: unknown };
type PlaceEvent = { type: 'place'; hasToken: boolean; key: string; lines: readonly CartLine[] };
type Events =
  | PlaceEvent
  | { type: 'total.changed'; totalPaise: number; minimumPaise: number }
  | { type: 'shop.changed'; takesOnline: boolean }
  | { type: 'type.chosen'; orderType: OrderType }
  | { type: 'payment.chosen'; payment: PaymentMethod }
  | { type: 'address.chosen'; addressId: number }
  /** The delivery address was changed or removed. */
  | { type: 'address.changed'; addressId: number | undefined }
  | { type: 'address.asked' }
  | { type: 'address.dismissed' }
  /** The profile of the account was loaded, or has changed. */
  | { type: 'profile.changed'; profile: PickUpContact }
  | { type: 'contact.typed'; typed: Partial<PickUpContact> }
  | { type: 'note.typed'; note: string }
  | { type: 'unavailable.chosen'; choice: IfUnavailable }
  | { type: 'problem.read' };

const FAILED = 'order.placeFailed';
const failure = ({ event }: { event: { error: unknown } }) => ({ error: event.error });

/**
 * Reviews and places an order. The preconditions of `place` are checked in this order: session, payment, address or contact,
 * note.
 */
export const checkoutMachine = setup({
  types: {
    context: {} as CheckoutContext,
    input: {} as Pick<CheckoutContext, 'totalPaise' | 'minimumPaise' | 'payment' | 'takesOnline'> &
      Partial<Pick<CheckoutContext, 'note' | 'typed' | 'ifUnavailable'>>,
    events: {} as Events,
    tags: {} as 'busy',
  },
  actors: { placeOrder: fromPromise<PlacedOrderView, PlaceRequest>(unprovided('placeOrder')) },
  actions: {
    askToLogIn: () => {},
    showSummary: (_, _order: PlacedOrderView) => {},
    askForPayment: (_, _request: PlaceRequest) => {},
    storeRequest: assign(({ context }, event: PlaceEvent) => ({
      request: requestToSend(context.request, requestOf(context, event)),
      problem: undefined,
      changed: undefined,
    })),
    setAddress: assign((_, { addressId }: { addressId: number | undefined }) => ({ addressId, problem: undefined })),
    setType: assign((_, { orderType }: { orderType: OrderType }) => ({ chosenType: orderType, problem: undefined })),
    setProblem: assign((_, problem: Problem) => ({ problem })),
    storeChanges: assign((_, { error }: Failure) => ({
      changed: error instanceof CartChangedError ? error.current : undefined,
    })),
    clearRequest: assign({ request: undefined }),
  },
  guards: {
    hasNoToken: ({ event }) => event.type === 'place' && !event.hasToken,
    isPaidOnline: ({ context }) => context.payment === 'online',
    hasNoPayment: ({ context }) => context.payment === undefined,
    lacksAddress: ({ context }) => orderTypeOf(context) === 'delivery' && context.addressId === undefined,
    lacksContact: ({ context }) => orderTypeOf(context) === 'takeaway' && pickUpProblems(contactOf(context)).length > 0,
    hasLongNote: ({ context }) => noteLeft(context) < 0,
    isUnauthenticated: (_, { error }: Failure) => reasonOf(error).code === 'unauthenticated',
    isOutcomeUnknown: (_, { error }: Failure) => isOutcomeUnknown(error),
  },
}).createMachine({
  id: 'checkout',
  context: ({ input }) => ({
    note: '',
    typed: {},
    ifUnavailable: 'call_me',
    ...input,
    profile: { name: '', phone: '' },
    chosenType: 'delivery',
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
        // Below the minimum, online payment is switched back to cash on delivery.
        payment: reachesMinimum(totalPaise, minimumPaise) ? context.payment : ('cod' as const),
      })),
    },
    // A payment method that is no longer offered has to be chosen again, not replaced by cash silently.
    'shop.changed': {
      actions: assign(({ context, event: { takesOnline } }) => ({
        takesOnline,
        payment: takesOnline || context.payment === 'cod' ? context.payment : undefined,
      })),
    },
    'type.chosen': { actions: { type: 'setType', params: ({ event }) => event } },
    'payment.chosen': {
      guard: ({ context, event }) => event.payment === 'cod' || offersOnline(context),
      actions: assign({ payment: ({ event }) => event.payment, problem: undefined }),
    },
    'address.changed': { actions: { type: 'setAddress', params: ({ event }) => event } },
    'profile.changed': { actions: assign(({ event: { profile } }) => ({ profile })) },
    'contact.typed': {
      actions: assign(({ context, event }) => ({ typed: { ...context.typed, ...event.typed }, problem: undefined })),
    },
    'note.typed': { actions: assign(({ event }) => ({ note: onOneLine(event.note), problem: undefined })) },
    'unavailable.chosen': { actions: assign(({ event: { choice } }) => ({ ifUnavailable: choice })) },
    'problem.read': { actions: assign({ problem: undefined, changed: undefined }) },
  },
  states: {
    reviewing: {
      initial: 'order',
      on: {
        place: [
          { guard: 'hasNoToken', actions: 'askToLogIn' },
          { guard: 'hasNoPayment', actions: { type: 'setProblem', params: { key: 'order.selectPayment' } } },
          {
            guard: 'lacksAddress',
            target: '.address',
            actions: { type: 'setProblem', params: { key: 'order.addAddress' } },
          },
          { guard: 'lacksContact', actions: { type: 'setProblem', params: () => ({ key: 'order.contactMissing' }) } },
          { guard: 'hasLongNote', actions: { type: 'setProblem', params: () => ({ key: 'order.noteTooLong' }) } },
          {
            guard: 'isPaidOnline',
            target: 'paying',
            actions: { type: 'storeRequest', params: ({ event }) => event },
          },
          { target: 'placing', actions: { type: 'storeRequest', params: ({ event }) => event } },
        ],
      },
      states: {
        order: { on: { 'address.asked': 'address' } },
        address: {
          on: {
            'address.dismissed': 'order',
            // Takeaway, where no address is near enough.
            'type.chosen': { target: 'order', actions: { type: 'setType', params: ({ event }) => event } },
            'address.chosen': { target: 'order', actions: { type: 'setAddress', params: ({ event }) => event } },
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
            guard: { type: 'isOutcomeUnknown', params: failure },
            target: 'reviewing',
            actions: { type: 'setProblem', params: { key: FAILED } },
          },
          {
            target: 'reviewing',
            actions: [
              { type: 'setProblem', params: ({ event }) => problemOf(event.error, FAILED, FAILED) },
              { type: 'storeChanges', params: failure },
              'clearRequest',
            ],
          },
        ],
      },
    },
    placed: { type: 'final' },
    // The order is stored when its payment begins, on its own screen.
    paying: {
      type: 'final',
      entry: { type: 'askForPayment', params: ({ context }) => context.request as PlaceRequest },
    },
  },
});

/**
 * `typed`: the fields of the pickup contact that the customer has entered, which replace the profile's. `changed`: the shop's
 * current lines after it rejected the order; `request`: the request that may have placed an order already.
 */
type CheckoutContext = {
  totalPaise: number;
  minimumPaise: number;
  chosenType: OrderType;
  payment: PaymentMethod | undefined;
  takesOnline: boolean;
  addressId: number | undefined;
  profile: PickUpContact;
  typed: Partial<PickUpContact>;
  note: string;
  /** What the shop should do about an unavailable item. */
  ifUnavailable: IfUnavailable;
  request: PlaceRequest | undefined;
  changed: CartConflict | undefined;
  problem: Problem | undefined;
};

/** Whether the order can be paid online: the shop accepts it, and the total reaches its minimum. */
export function offersOnline({ takesOnline, totalPaise, minimumPaise }: CheckoutContext): boolean {
  return takesOnline && reachesMinimum(totalPaise, minimumPaise);
}

/** Takeaway below the shop's minimum, otherwise the customer's choice. */
export function orderTypeOf({ totalPaise, minimumPaise, chosenType }: CheckoutContext): OrderType {
  return orderTypeFor(totalPaise, minimumPaise, chosenType);
}

/** Who picks up a takeaway: as entered, else from the profile. */
export const contactOf = ({ profile, typed }: Pick<CheckoutContext, 'profile' | 'typed'>): PickUpContact => ({
  ...profile,
  ...typed,
});

/** The number of characters left for the note; negative if it is too long. */
export const noteLeft = ({ note }: Pick<CheckoutContext, 'note'>): number => NOTE_MAX - (noteIn(note)?.length ?? 0);

/** The order request; a takeaway has a contact, a delivery an address. */
function requestOf(
  context: CheckoutContext,
  { key, lines }: { key: string; lines: readonly CartLine[] },
): PlaceRequest {
  const { totalPaise, payment = 'cod', addressId } = context;
  const { name, phone } = contactOf(context);
  const takeaway = orderTypeOf(context) === 'takeaway';
  return {
    key,
    lines,
    totalPaise,
    takeaway,
    payment,
    addressId: takeaway ? undefined : addressId,
    contact: takeaway ? { name: onOneLine(name).trim(), phone: mobileIn(phone) ?? phone } : undefined,
    note: noteIn(context.note),
    ifUnavailable: context.ifUnavailable,
  };
}
