import type { CancellationState, OrderActor } from '@haat/contract/orders/order-reasons';
import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/orders/order-status';
import { setup, transition } from 'xstate';

/** The facts that decide, besides the status, which changes an order allows. */
export type OrderFacts = {
  status: OrderStatus;
  takeaway: boolean;
  /** Until when the customer may cancel an accepted order, in ms since 1970; missing before it was accepted. */
  graceEndsAt?: number | undefined;
  /** The state of the customer's request to cancel the order; missing if there was none. */
  cancellation?: CancellationState | undefined;
  /** Whether the shop has its orders accepted automatically. */
  autoAccepts?: boolean | undefined;
  /** A proposal of the shop to change the lines waits for the customer. */
  hasOpenProposal?: boolean | undefined;
  /** Sold over the counter and handed over immediately. */
  isCounterSale?: boolean | undefined;
};

/** `sell`: over the counter. `handOver`: at the door or in the shop; `bringBack`: to the shop. `at`: in ms since 1970. */
export type OrderEvent = {
  type: (typeof CHANGES)[number];
  by: OrderActor;
  at: number;
};

const CHANGES = [
  'sell',
  'accept',
  'makeReady',
  'send',
  'handOver',
  'decline',
  'cancel',
  'expire',
  'bringBack',
] as const;

/** The events that leave the status unchanged. */
type OrderQuestion = Omit<OrderEvent, 'type'> & { type: 'requestCancellation' | 'refuseCancellation' | 'promise' };

type Asked = { context: Omit<OrderFacts, 'status'>; event: OrderEvent | OrderQuestion };

/**
 * The whole life of an order: which status follows which, and who may change it when. State names are the stored values. Client
 * and server ask it for every button and every request.
 */
export const orderMachine = setup({
  types: {
    context: {} as Omit<OrderFacts, 'status'>,
    input: {} as Omit<OrderFacts, 'status'>,
    events: {} as OrderEvent | OrderQuestion,
  },
  guards: {
    byStaff: ({ event }: Asked) => isStaff(event.by),
    byStaffAtCounter: ({ context, event }: Asked) => context.isCounterSale === true && isStaff(event.by),
    byStaffOrAutomatically: ({ context, event }: Asked) =>
      isStaff(event.by) || (event.by === 'clock' && context.autoAccepts === true),
    byStaffToPickUp: ({ context, event }: Asked) => context.takeaway && isSettled(context) && isStaff(event.by),
    byStaffToDeliver: ({ context, event }: Asked) => !context.takeaway && isSettled(context) && isStaff(event.by),
    byShop: ({ event }: Asked) => event.by === 'shop',
    byClock: ({ event }: Asked) => event.by === 'clock',
    byOperator: ({ event }: Asked) => event.by === 'operator',
    byCustomerOrOperator: ({ event }: Asked) => event.by === 'customer' || event.by === 'operator',
    byStaffOrInGrace: ({ context, event }: Asked) =>
      event.by === 'customer' ? event.at < (context.graceEndsAt ?? 0) : event.by !== 'clock',
    byCustomerOnceAfterGrace: ({ context, event }: Asked) =>
      event.by === 'customer' && context.cancellation === undefined && event.at >= (context.graceEndsAt ?? 0),
    whileAsked: ({ context, event }: Asked) => context.cancellation === 'open' && event.by !== 'customer',
  },
}).createMachine({
  id: 'order',
  context: ({ input }) => input,
  initial: 'Pending',
  states: {
    Pending: {
      on: {
        sell: { guard: 'byStaffAtCounter', target: 'Delivered' },
        accept: { guard: 'byStaffOrAutomatically', target: 'Accepted' },
        decline: { guard: 'byShop', target: 'Declined' },
        cancel: { guard: 'byCustomerOrOperator', target: 'Cancelled' },
        expire: { guard: 'byClock', target: 'Expired' },
      },
    },
    Accepted: {
      on: {
        makeReady: { guard: 'byStaffToPickUp', target: 'Ready' },
        send: { guard: 'byStaffToDeliver', target: 'In Transit' },
        cancel: { guard: 'byStaffOrInGrace', target: 'Cancelled' },
        promise: { guard: 'byStaff', target: 'Accepted' },
        requestCancellation: { guard: 'byCustomerOnceAfterGrace', target: 'Accepted' },
        refuseCancellation: { guard: 'whileAsked', target: 'Accepted' },
      },
    },
    Ready: {
      on: {
        handOver: { guard: 'byStaff', target: 'Delivered' },
        cancel: { guard: 'byStaff', target: 'Cancelled' },
      },
    },
    'In Transit': {
      on: {
        handOver: { guard: 'byStaff', target: 'Delivered' },
        bringBack: { guard: 'byStaff', target: 'Returned' },
        cancel: { guard: 'byOperator', target: 'Cancelled' },
      },
    },
    Delivered: { type: 'final' },
    Declined: { type: 'final' },
    Cancelled: { type: 'final' },
    Expired: { type: 'final' },
    Returned: { type: 'final' },
  },
});

/** A request to cancel must be answered by the shop first, and a proposal by the customer. */
const isSettled = ({ cancellation, hasOpenProposal }: Omit<OrderFacts, 'status'>): boolean =>
  cancellation !== 'open' && !hasOpenProposal;

const isStaff = (actor: OrderActor): boolean => actor === 'shop' || actor === 'operator';

/** The status after the event; undefined when the order does not allow it, or not by that actor, or not any more. */
export function statusAfter(order: OrderFacts, event: OrderEvent): OrderStatus | undefined {
  const current = stateOf(order);
  if (!current?.can(event)) return undefined;
  const [next] = transition(orderMachine, current, event);
  return next.value;
}

/** Whether an order allows the actor an event that leaves its status unchanged. */
export const isAllowed = (order: OrderFacts, event: OrderQuestion): boolean => stateOf(order)?.can(event) ?? false;

// A status of a newer version of the server is unknown here, and allows nothing.
const stateOf = ({ status, ...facts }: OrderFacts) =>
  status in orderMachine.states ? orderMachine.resolveState({ value: status, context: facts }) : undefined;

/** The events that lead forward, by the status they lead to. */
const STEPS: Partial<Record<OrderStatus, OrderEvent['type']>> = {
  Accepted: 'accept',
  Ready: 'makeReady',
  'In Transit': 'send',
  Delivered: 'handOver',
};

/** Whether the shop may move the order to that status, as its next step. */
export function canAdvance(order: Omit<OrderFacts, 'graceEndsAt'>, to: OrderStatus): boolean {
  const type = STEPS[to];
  return type !== undefined && statusAfter(order, { type, by: 'shop', at: 0 }) === to;
}

/** The next step of an order; undefined once it has ended. */
export function nextStatus(order: Omit<OrderFacts, 'graceEndsAt'>): OrderStatus | undefined {
  return ORDER_STATUSES.find((to) => canAdvance(order, to));
}

/** The statuses that follow each status, directly or later. Derived once: a transition is too slow for every row of a list. */
const LATER = new Map(ORDER_STATUSES.map((status) => [status, laterThan(status)]));

function laterThan(status: OrderStatus): ReadonlySet<OrderStatus> {
  const following = Object.values(orderMachine.states[status]?.on ?? {})
    .flatMap((transitions) => transitions.flatMap(({ target }) => target?.map(({ key }) => key as OrderStatus) ?? []))
    .filter((next) => next !== status);
  return new Set(following.flatMap((next) => [next, ...laterThan(next)]));
}

/** Whether nothing follows the status. One of a newer version of the server, unknown here, is taken as final. */
export const isFinalStatus = (status: OrderStatus): boolean => (LATER.get(status)?.size ?? 0) === 0;

/** Whether an order in that status has ended, and its items are not with the customer. */
export const isEndedEarly = (status: OrderStatus): boolean => LATER.get(status)?.size === 0 && status !== 'Delivered';

/** The statuses of orders that have not ended. */
export const OPEN_STATUSES: readonly OrderStatus[] = ORDER_STATUSES.filter((status) => !isFinalStatus(status));

/**
 * Whether an order in `status` has passed `other`: changes lead from `other` to `status`. An unknown status is not further than
 * any other, and no other is further than it.
 */
export const isFurther = (status: OrderStatus, other: OrderStatus): boolean => LATER.get(other)?.has(status) ?? false;

/** The statuses of an order without problems, first to last. */
export const stepsOf = ({ takeaway }: Pick<OrderFacts, 'takeaway'>): OrderStatus[] =>
  stepsFrom({ status: 'Pending', takeaway });

function stepsFrom(order: Pick<OrderFacts, 'status' | 'takeaway'>): OrderStatus[] {
  const status = nextStatus(order);
  return [order.status, ...(status ? stepsFrom({ ...order, status }) : [])];
}
