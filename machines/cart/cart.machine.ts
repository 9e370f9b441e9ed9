import { cartKey } from '@haat/contract/rules/cart-key';
import {
  addToCart,
  changeQuantity,
  EMPTY_CART,
  removedLines,
  repriceCart,
  type Cart,
  type CartLine,
  type CurrentLine,
  type RemovedLine,
} from '@haat/contract/rules/cart';
import { assign, emit, fromPromise, setup } from 'xstate';
import { unprovided } from '../unprovided.ts';

/** `guestKey` is set for a signed-in user: what was gathered in this shop before signing in. */
export type LoadCart = { key: string; guestKey: string | undefined };
/** `merged` are the guest's lines that were just poured into it. */
export type OpenedCart = { cart: Cart; merged: readonly CartLine[] };

/** What somebody should be told. Lines that the customer took out come with the key of the cart they were in. */
export type CartNews =
  | { type: 'guest.merged'; key: string; lines: readonly CartLine[] }
  | { type: 'lines.removed'; key: string; removed: readonly RemovedLine[] };

type Context = {
  userId: number | undefined;
  shopSlug: string | undefined;
  cart: Cart;
  /** Another tab stored this cart while it was being loaded, so what is loaded may be old already. */
  isOvertaken: boolean;
  /** What was put in while the cart was being loaded. */
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
const removalOf = (context: Context, after: Cart): CartNews => ({
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
 * The cart of one identity in one shop. `ready` means that it was loaded from where it is kept; every change after that
 * is saved. Without a shop it is `away`. `cleared` is for what was ordered, `emptied` is the customer's wish and can be
 * undone like any removal. Spec section 4.
 */
export const cartMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Pick<Context, 'userId' | 'shopSlug'>,
    events: {} as Events,
    emitted: {} as CartNews,
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
    takesOut: ({ context, event }) =>
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
        // A merge can take as long as a slow line: what somebody puts in meanwhile comes on top.
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
            guard: 'takesOut',
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
