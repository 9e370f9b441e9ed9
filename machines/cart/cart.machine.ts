import {
  addToCart,
  type Cart,
  type CartLine,
  changeQuantity,
  type CurrentLine,
  EMPTY_CART,
  type RemovedLine,
  removedLines,
  repriceCart,
  cartKey,
} from '@haat/contract/rules/cart';
import { assign, emit, fromPromise, setup } from 'xstate';
import { unprovided } from '../unprovided.ts';

/** `guestKey` is set for a signed-in user: the cart that was filled in this shop before signing in. */
export type LoadCart = { key: string; guestKey: string | undefined };
/** `merged`: the guest's lines that were just added to it. */
export type OpenedCart = { cart: Cart; merged: readonly CartLine[] };

/** Changes that the customer should be notified of. `key` is that of the cart they were made in. */
export type CartNotification =
  | { type: 'guest.merged'; key: string; lines: readonly CartLine[] }
  | { type: 'lines.removed'; key: string; removed: readonly RemovedLine[] };

type Context = {
  userId: number | undefined;
  shopSlug: string | undefined;
  cart: Cart;
  /** Another tab stored this cart while it was being loaded, so what is loaded may be old already. */
  isOvertaken: boolean;
  /** Added while the cart was being loaded. */
  early: readonly Added[];
};
type Added = { line: CartLine; quantity?: number };
type Events =
  | ({ type: 'line.added' } & Added)
  | { type: 'line.changed'; lineId: string; delta: number }
  | { type: 'repriced'; lines: readonly CurrentLine[] }
  | { type: 'emptied' }
  | { type: 'cleared' }
  | { type: 'allCleared' }
  | { type: 'identity.changed'; userId: number | undefined }
  | { type: 'shop.changed'; shopSlug: string | undefined }
  | { type: 'stored.changed'; key: string; cart: Cart };

const keyOf = ({ userId, shopSlug }: Context) => cartKey(userId, shopSlug ?? '');
const guestKeyOf = ({ userId, shopSlug }: Context) =>
  userId === undefined ? undefined : cartKey(undefined, shopSlug ?? '');

const afterChange = ({ cart }: Context, { lineId, delta }: { lineId: string; delta: number }) =>
  changeQuantity(cart, lineId, delta);
const withEarly = ({ cart, early }: Context) =>
  early.reduce((filled, { line, quantity }) => addToCart(filled, line, quantity), cart);
const removalOf = (context: Context, after: Cart): CartNotification => ({
  type: 'lines.removed',
  key: keyOf(context),
  removed: removedLines(context.cart, after),
});

const save = {
  type: 'saveCart',
  params: ({ context }: { context: Context }) => ({ key: keyOf(context), cart: context.cart }),
} as const;

const remove = {
  type: 'removeCart',
  params: ({ context }: { context: Context }) => ({ key: keyOf(context) }),
} as const;

/**
 * The cart of one user or guest in one shop. In `ready` it has been loaded from storage, and every change is saved. Without
 * a shop it is `away`. `cleared` is sent after an order; `emptied` is sent by the customer and can be undone like any
 * removal.
 */
export const cartMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Pick<Context, 'userId' | 'shopSlug'>,
    events: {} as Events,
    emitted: {} as CartNotification,
  },
  actors: { openCart: fromPromise<OpenedCart, LoadCart>(unprovided('openCart')) },
  actions: {
    saveCart: (_, _stored: { key: string; cart: Cart }) => {},
    removeCart: (_, _stored: { key: string }) => {},
    removeAllCarts: () => {},
  },
  guards: {
    isOtherUser: ({ context }, userId: number | undefined) => context.userId !== userId,
    isOtherShop: ({ context }, shopSlug: string | undefined) => context.shopSlug !== shopSlug,
    isOwnKey: ({ context }, key: string) => keyOf(context) === key,
    hasShop: ({ context }) => context.shopSlug !== undefined,
    isOvertaken: ({ context }) => context.isOvertaken,
    hasEarly: ({ context }) => context.early.length > 0,
    removesLine: ({ context, event }) =>
      event.type === 'line.changed' && removedLines(context.cart, afterChange(context, event)).length > 0,
    hasMerged: (_, merged: readonly CartLine[]) => merged.length > 0,
  },
}).createMachine({
  id: 'cart',
  context: ({ input: { userId, shopSlug } }) => ({ userId, shopSlug, cart: EMPTY_CART, isOvertaken: false, early: [] }),
  initial: 'choosing',
  on: {
    allCleared: { actions: [assign({ cart: EMPTY_CART }), 'removeAllCarts'] },
    'identity.changed': {
      guard: { type: 'isOtherUser', params: ({ event }) => event.userId },
      target: '.choosing',
      actions: assign({ userId: ({ event }) => event.userId, cart: EMPTY_CART }),
    },
    'shop.changed': {
      guard: { type: 'isOtherShop', params: ({ event }) => event.shopSlug },
      target: '.choosing',
      actions: assign({ shopSlug: ({ event }) => event.shopSlug, cart: EMPTY_CART, early: [] }),
    },
  },
  states: {
    choosing: { always: [{ guard: 'hasShop', target: 'loading' }, { target: 'away' }] },
    away: {},
    loading: {
      entry: assign({ isOvertaken: false }),
      on: {
        // A merge may have to fetch code over a slow connection: lines that are added meanwhile are added afterwards.
        'line.added': {
          actions: assign({
            early: ({ context, event: { line, quantity } }) => [...context.early, { line, quantity }],
          }),
        },
        'stored.changed': {
          guard: { type: 'isOwnKey', params: ({ event }) => event.key },
          actions: assign({ isOvertaken: true }),
        },
      },
      invoke: {
        src: 'openCart',
        input: ({ context }) => ({ key: keyOf(context), guestKey: guestKeyOf(context) }),
        onDone: [
          {
            guard: { type: 'hasMerged', params: ({ event }) => event.output.merged },
            target: 'loaded',
            actions: [
              assign({ cart: ({ event }) => event.output.cart }),
              emit(({ context, event }) => ({
                type: 'guest.merged',
                key: keyOf(context),
                lines: event.output.merged,
              })),
            ],
          },
          { target: 'loaded', actions: assign({ cart: ({ event }) => event.output.cart }) },
        ],
        onError: 'loaded',
      },
    },
    loaded: {
      always: [
        { guard: 'isOvertaken', target: 'loading' },
        {
          guard: 'hasEarly',
          target: 'ready',
          actions: [assign({ cart: ({ context }) => withEarly(context), early: [] }), save],
        },
        { target: 'ready' },
      ],
    },
    ready: {
      on: {
        'line.added': {
          actions: [
            assign({ cart: ({ context, event }) => addToCart(context.cart, event.line, event.quantity) }),
            save,
          ],
        },
        'line.changed': [
          {
            guard: 'removesLine',
            actions: [
              emit(({ context, event }) => removalOf(context, afterChange(context, event))),
              assign({ cart: ({ context, event }) => afterChange(context, event) }),
              save,
            ],
          },
          { actions: [assign({ cart: ({ context, event }) => afterChange(context, event) }), save] },
        ],
        repriced: { actions: [assign({ cart: ({ context, event }) => repriceCart(context.cart, event.lines) }), save] },
        emptied: {
          actions: [emit(({ context }) => removalOf(context, EMPTY_CART)), assign({ cart: EMPTY_CART }), remove],
        },
        cleared: { actions: [assign({ cart: EMPTY_CART }), remove] },
        'stored.changed': {
          guard: { type: 'isOwnKey', params: ({ event }) => event.key },
          actions: assign({ cart: ({ event }) => event.cart }),
        },
      },
    },
  },
});
