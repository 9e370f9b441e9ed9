import { isWithinMaximum, reachesMinimum } from '@haat/contract/orders/order-terms';
import { initialTransition, setup, type SnapshotFrom, transition } from 'xstate';

/** A line at the price that the customer saw (null: at several), beside the shop's current price and stock. In paise. */
export type CheckedLine = { quantity: number; seenPaise: number | null; pricePaise: number; stock: number };

export type CheckedCart = {
  lines: readonly CheckedLine[];
  /** The total that the customer saw. */
  totalPaise: number;
  minimumPaise: number;
  /** The maximum quantity of one item in one order; null for no limit. */
  maximumQuantity: number | null;
  shop: { isPaused: boolean; isOpen: boolean; acceptsWhenClosed: boolean };
};

type Check = { type: 'check'; cart: CheckedCart };

/**
 * Whether a cart can be ordered, and as what: each region answers one question about it. In the client it enables Place Order.
 * On the server the statement of `core/orders/place/insert-order.sql.ts` decides, atomically, whether an order is stored; the
 * machine names the reason when it is not.
 */
export const cartCheckMachine = setup({
  types: { events: {} as Check },
  guards: {
    isPaused: ({ event }) => event.cart.shop.isPaused,
    isClosed: ({ event: { cart } }) => !cart.shop.isOpen && !cart.shop.acceptsWhenClosed,
    hasOtherPrices: ({ event: { cart } }) =>
      cart.lines.some(({ seenPaise, pricePaise }) => seenPaise !== pricePaise) ||
      cart.lines.reduce((sum, { pricePaise, quantity }) => sum + pricePaise * quantity, 0) !== cart.totalPaise,
    exceedsStock: ({ event }) => event.cart.lines.some(({ quantity, stock }) => stock < quantity),
    exceedsMaximum: ({ event: { cart } }) =>
      cart.lines.some(({ quantity }) => !isWithinMaximum(quantity, cart.maximumQuantity)),
    isBelowMinimum: ({ event: { cart } }) => !reachesMinimum(cart.totalPaise, cart.minimumPaise),
  },
}).createMachine({
  id: 'cartCheck',
  type: 'parallel',
  states: {
    shop: {
      initial: 'accepting',
      on: {
        check: [
          { guard: 'isPaused', target: '.paused' },
          { guard: 'isClosed', target: '.closed' },
          { target: '.accepting' },
        ],
      },
      states: { accepting: {}, paused: {}, closed: {} },
    },
    lines: {
      initial: 'current',
      on: {
        check: [
          { guard: 'hasOtherPrices', target: '.pricesChanged' },
          { guard: 'exceedsStock', target: '.outOfStock' },
          { guard: 'exceedsMaximum', target: '.aboveMaximum' },
          { target: '.current' },
        ],
      },
      states: { current: {}, pricesChanged: {}, outOfStock: {}, aboveMaximum: {} },
    },
    total: {
      initial: 'deliverable',
      on: { check: [{ guard: 'isBelowMinimum', target: '.takeawayOnly' }, { target: '.deliverable' }] },
      states: { deliverable: {}, takeawayOnly: {} },
    },
  },
});

export type CartVerdict = SnapshotFrom<typeof cartCheckMachine>['value'];

export function checkCart(cart: CheckedCart): CartVerdict {
  const [initial] = initialTransition(cartCheckMachine);
  const [checked] = transition(cartCheckMachine, initial, { type: 'check', cart });
  return checked.value;
}

export type CartRejection = 'paused' | 'pricesChanged' | 'outOfStock' | 'aboveMaximum' | 'belowMinimum' | 'closed';

/**
 * Why a cart with this verdict cannot be ordered this way, the reason that concerns most of it first; undefined when it
 * can. Below the minimum only a takeaway that is paid in cash is left.
 */
export function getCartRejection(
  { shop, lines, total }: CartVerdict,
  order: { takeaway: boolean; paymentMethod: 'cod' | 'online' },
): CartRejection | undefined {
  if (shop === 'paused') return 'paused';
  if (lines !== 'current') return lines;
  if (total === 'takeawayOnly' && !(order.takeaway && order.paymentMethod === 'cod')) return 'belowMinimum';
  return shop === 'closed' ? 'closed' : undefined;
}
