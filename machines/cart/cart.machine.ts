import { cartKey } from '@haat/contract/rules/cart-key';
import {
  addToCart,
  cartLineCount,
  changeQuantity,
  EMPTY_CART,
  mergeCarts,
  repriceCart,
  type Cart,
  type CartLine,
  type CurrentLine,
} from '@haat/contract/rules/cart';
import { assign, fromPromise, setup } from 'xstate';
import { unprovided } from '../unprovided.ts';

/** `guestKey` is set for a signed-in user: what was gathered in this shop before signing in. */
export type LoadCarts = { key: string; guestKey: string | undefined };
export type LoadedCarts = { own: Cart; guest: Cart };

type Context = { userId: number | undefined; shopSlug: string | undefined; cart: Cart };
type Events =
  | { type: 'line.added'; line: CartLine; quantity?: number }
  | { type: 'line.changed'; lineId: string; delta: number }
  | { type: 'repriced'; lines: readonly CurrentLine[] }
  | { type: 'cleared' }
  | { type: 'allCleared' }
  | { type: 'identity.changed'; userId: number | undefined }
  | { type: 'shop.changed'; shopSlug: string | undefined }
  | { type: 'stored.changed'; key: string; cart: Cart };

const keyOf = ({ userId, shopSlug }: Context) => cartKey(userId, shopSlug ?? '');
const guestKeyOf = ({ userId, shopSlug }: Context) =>
  userId === undefined ? undefined : cartKey(undefined, shopSlug ?? '');

const save = {
  type: 'saveCart',
  params: ({ context }: { context: Context }) => ({ key: keyOf(context), cart: context.cart }),
} as const;

/**
 * The cart of one identity in one shop. `ready` means that it was loaded from where it is kept; every change after that
 * is saved. Without a shop it is `away`. Spec section 4.
 */
export const cartMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Pick<Context, 'userId' | 'shopSlug'>,
    events: {} as Events,
  },
  actors: { loadCarts: fromPromise<LoadedCarts, LoadCarts>(unprovided('loadCarts')) },
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
  },
}).createMachine({
  id: 'cart',
  context: ({ input }) => ({ userId: input.userId, shopSlug: input.shopSlug, cart: EMPTY_CART }),
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
      actions: assign({ shopSlug: ({ event }) => event.shopSlug, cart: EMPTY_CART }),
    },
  },
  states: {
    choosing: { always: [{ guard: 'hasShop', target: 'loading' }, { target: 'away' }] },
    away: {},
    loading: {
      invoke: {
        src: 'loadCarts',
        input: ({ context }) => ({ key: keyOf(context), guestKey: guestKeyOf(context) }),
        onDone: [
          {
            guard: ({ event }) => cartLineCount(event.output.guest) > 0,
            target: 'merging',
            actions: assign({ cart: ({ event }) => mergeCarts(event.output.own, event.output.guest) }),
          },
          { target: 'ready', actions: assign({ cart: ({ event }) => event.output.own }) },
        ],
        onError: 'ready',
      },
    },
    // Saved before the guest's is deleted: a crash in between must double a line rather than lose it.
    merging: {
      entry: [save, { type: 'removeCart', params: ({ context }) => ({ key: guestKeyOf(context) ?? '' }) }],
      always: 'ready',
    },
    ready: {
      on: {
        'line.added': {
          actions: [
            assign({ cart: ({ context, event }) => addToCart(context.cart, event.line, event.quantity) }),
            save,
          ],
        },
        'line.changed': {
          actions: [
            assign({ cart: ({ context, event }) => changeQuantity(context.cart, event.lineId, event.delta) }),
            save,
          ],
        },
        repriced: { actions: [assign({ cart: ({ context, event }) => repriceCart(context.cart, event.lines) }), save] },
        cleared: {
          actions: [
            assign({ cart: EMPTY_CART }),
            { type: 'removeCart', params: ({ context }) => ({ key: keyOf(context) }) },
          ],
        },
        'stored.changed': {
          guard: { type: 'isOwnKey', params: ({ event }) => event.key },
          actions: assign({ cart: ({ event }) => event.cart }),
        },
      },
    },
  },
});
