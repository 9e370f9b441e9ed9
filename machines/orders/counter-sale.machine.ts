import type { CounterConflict } from '@haat/contract/orders/counter-sales.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { CounterPayment, PaymentPart } from '@haat/contract/orders/counter-sale';
import { reasonOf } from '@haat/contract/reason';
import { assign, emit, fromPromise, setup } from 'xstate';
import { type Problem, problemOf } from '../problem.ts';
import { unprovided } from '../unprovided.ts';
import {
  type Added,
  addItem,
  atCurrent,
  type Basket,
  changeLine,
  EMPTY_BASKET,
  isEmpty,
  type LineChange,
} from './basket.ts';

/** `key`: the same for each attempt to store one sale. */
export type SaleRequest = {
  key: string;
  basket: Basket;
  payment: CounterPayment;
  /** Of a split payment. */
  parts?: PaymentPart[] | undefined;
  /** The amount that the customer handed over, in paise; missing for the exact sum. */
  receivedPaise?: number | undefined;
  sellsAnyway: boolean;
};

/** `order`: as the server stored it; without it, the sale waits on this device for a connection, under `number`. */
export type StoredSale = { number: string; order?: OrderView };

type Sold = StoredSale & { request: SaleRequest };

/**
 * The state that survives a reload: the current and the parked baskets, and the last sale that may not have been stored.
 * `isStoring`: it was being stored, so the customer has paid.
 */
export type Baskets = { basket: Basket; parked: Basket[]; request?: SaleRequest | undefined; isStoring?: boolean };

type Conflict = CounterConflict & { code: 'price_changed' | 'out_of_stock' };

type Context = Pick<Baskets, 'basket' | 'parked'> & {
  payment: CounterPayment;
  /** Whether it begins with the sale that a reload has interrupted. */
  isInterrupted: boolean;
  /** The sale that is being stored, or could not be stored. */
  request: SaleRequest | undefined;
  /** The previous sale, until the next one. */
  sold: Sold | undefined;
  conflict: Conflict | undefined;
  problem: Problem | undefined;
};

type Events =
  | ({ type: 'added' } & Added)
  | ({ type: 'changed'; variantId: number } & LineChange)
  | { type: 'discounted'; discountPaise: number }
  | { type: 'emptied' }
  | { type: 'parked' }
  | { type: 'resumed'; index: number }
  | { type: 'pay'; payment: CounterPayment }
  | { type: 'back' }
  | { type: 'received'; key: string; receivedPaise?: number | undefined; parts?: PaymentPart[] | undefined }
  | { type: 'confirmed' }
  | { type: 'phone.given'; phone: string | undefined }
  | { type: 'dismissed' }
  | ({ type: 'changed.elsewhere' } & Pick<Baskets, 'basket' | 'parked'>);

/**
 * The counter of a shop: serves one customer after another, and parks baskets while another customer is served. Items scanned
 * while a sale is stored begin the next basket; if the sale cannot be stored, it comes back and that basket is parked. A sale
 * that was being stored when the page was closed is stored first, under the same key. All tabs of a device are one counter:
 * `changed.elsewhere` brings the baskets as another tab left them.
 */
export const counterSaleMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Baskets,
    events: {} as Events,
    emitted: {} as { type: 'sold'; sold: Sold },
    tags: {} as 'busy',
  },
  actors: { store: fromPromise<StoredSale, SaleRequest>(unprovided('store')) },
  actions: {
    add: assign(({ context }, added: Added) => ({
      basket: addItem(context.basket, added),
      problem: undefined,
      conflict: undefined,
    })),
    take: assign((_, { basket, parked }: Pick<Baskets, 'basket' | 'parked'>) => ({ basket, parked })),
    park: assign(({ context: { basket, parked } }) =>
      isEmpty(basket) ? {} : { basket: EMPTY_BASKET, parked: [...parked, basket] },
    ),
    bringBack: assign(({ context: { request, basket, parked } }) => ({
      basket: request?.basket ?? basket,
      parked: isEmpty(basket) ? parked : [...parked, basket],
    })),
    emitSold: emit((_, sold: Sold) => ({ type: 'sold' as const, sold })),
  },
  guards: {
    hasLines: ({ context }) => !isEmpty(context.basket),
    isConflict: (_, { error }: { error: unknown }) => conflictOf(error) !== undefined,
    isInterrupted: ({ context }) => context.isInterrupted,
    isShort: ({ context }) => context.conflict?.code === 'out_of_stock',
    isOtherBasket: ({ context }, { basket }: { basket: Basket }) =>
      JSON.stringify(basket) !== JSON.stringify(context.basket),
  },
}).createMachine({
  id: 'counterSale',
  context: ({ input: { basket, parked, request, isStoring = false } }) => ({
    basket,
    parked,
    payment: request?.payment ?? 'cod',
    isInterrupted: isStoring && request !== undefined,
    request,
    sold: undefined,
    conflict: undefined,
    problem: undefined,
  }),
  initial: 'opening',
  on: {
    added: { target: '.selling', actions: { type: 'add', params: ({ event }) => event } },
    dismissed: { actions: assign({ problem: undefined, sold: undefined }) },
    'changed.elsewhere': [
      {
        // The amount to pay may be different.
        guard: { type: 'isOtherBasket', params: ({ event }) => event },
        target: '.selling',
        actions: [{ type: 'take', params: ({ event }) => event }, assign({ problem: undefined, conflict: undefined })],
      },
      { actions: { type: 'take', params: ({ event }) => event } },
    ],
  },
  states: {
    opening: { always: [{ guard: 'isInterrupted', target: 'storing' }, { target: 'selling' }] },
    selling: {
      on: {
        changed: {
          actions: assign(({ context, event: { type: _, variantId, ...change } }) => ({
            basket: changeLine(context.basket, variantId, change),
          })),
        },
        discounted: {
          actions: assign(({ context, event: { discountPaise } }) => ({
            basket: { ...context.basket, discountPaise },
          })),
        },
        emptied: { actions: assign({ basket: EMPTY_BASKET, problem: undefined }) },
        parked: { actions: 'park' },
        resumed: {
          actions: assign(({ context: { basket, parked }, event: { index } }) => {
            const others = parked.filter((_, nr) => nr !== index);
            return { basket: parked[index] ?? basket, parked: isEmpty(basket) ? others : [...others, basket] };
          }),
        },
        pay: {
          guard: 'hasLines',
          target: 'paying',
          actions: assign(({ event: { payment } }) => ({ payment, sold: undefined, problem: undefined })),
        },
      },
    },
    paying: {
      on: {
        pay: { actions: assign(({ event: { payment } }) => ({ payment })) },
        'phone.given': {
          actions: assign(({ context: { basket }, event: { phone } }) => {
            return { basket: { ...basket, phone } };
          }),
        },
        back: 'selling',
        received: {
          target: 'storing',
          actions: assign(({ context: { basket, payment, request }, event: { key, receivedPaise, parts } }) => ({
            request: {
              key: sameSale(request, { basket, payment, parts })?.key ?? key,
              basket,
              payment,
              parts,
              receivedPaise,
              sellsAnyway: false,
            },
            basket: EMPTY_BASKET,
          })),
        },
      },
    },
    storing: {
      tags: 'busy',
      entry: assign({ problem: undefined, conflict: undefined }),
      on: {
        // For the next customer.
        added: { actions: { type: 'add', params: ({ event }) => event } },
        'changed.elsewhere': { actions: { type: 'take', params: ({ event }) => event } },
      },
      invoke: {
        src: 'store',
        input: ({ context: { request } }) => {
          if (!request) throw new Error('There is no sale to store');
          return request;
        },
        onDone: {
          target: 'selling',
          actions: [
            assign(({ context: { request }, event: { output } }) => ({ sold: request && { ...output, request } })),
            {
              type: 'emitSold',
              params: ({ context: { request }, event: { output } }) => {
                if (!request) throw new Error('There is no sale that was stored');
                return { ...output, request };
              },
            },
            assign({ request: undefined }),
          ],
        },
        onError: [
          {
            guard: { type: 'isConflict', params: ({ event }) => event },
            target: 'asking',
            actions: ['bringBack', assign(({ event }) => ({ conflict: conflictOf(event.error) }))],
          },
          {
            target: 'paying',
            actions: [
              'bringBack',
              assign(({ event }) => ({
                problem: problemOf(event.error, 'counterSale.failed', 'counterSale.networkError'),
              })),
            ],
          },
        ],
      },
    },
    // The shop decides whether to sell more than the stock, and whether to use the current prices.
    asking: {
      on: {
        confirmed: [
          {
            guard: 'isShort',
            target: 'storing',
            actions: assign(({ context: { request } }) => ({
              request: request && { ...request, sellsAnyway: true },
              basket: EMPTY_BASKET,
            })),
          },
          {
            target: 'paying',
            actions: assign(({ context: { basket, conflict } }) => ({
              basket: conflict ? atCurrent(basket, conflict) : basket,
              conflict: undefined,
            })),
          },
        ],
        back: {
          target: 'selling',
          actions: assign(({ context: { basket, conflict } }) => ({
            basket: conflict ? atCurrent(basket, conflict) : basket,
            conflict: undefined,
          })),
        },
      },
    },
  },
});

function conflictOf(error: unknown): Conflict | undefined {
  const { code } = reasonOf(error);
  if (code !== 'price_changed' && code !== 'out_of_stock') return undefined;
  const { body } = error as { body?: Partial<CounterConflict> };
  return Array.isArray(body?.lines) ? { code, lines: body.lines } : undefined;
}

// The previous request may have arrived, although its answer has not.
function sameSale(
  request: SaleRequest | undefined,
  { basket, payment, parts }: Pick<SaleRequest, 'basket' | 'payment' | 'parts'>,
): SaleRequest | undefined {
  const isSame =
    JSON.stringify([request?.basket.lines, request?.basket.discountPaise, request?.payment, request?.parts]) ===
    JSON.stringify([basket.lines, basket.discountPaise, payment, parts]);
  return isSame ? request : undefined;
}
