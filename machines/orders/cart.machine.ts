import {
  type Cart,
  type CartChange,
  type CartLine,
  changeCart,
  EMPTY_CART,
  removedBy,
  type RemovedLine,
  cartKey,
} from '@haat/contract/orders/cart';
import { assign, emit, fromPromise, setup } from 'xstate';
import { unprovided } from '../unprovided.ts';

/** `guestKey`: the cart that a logged-in user filled in this shop before logging in. */
export type MergeCarts = { key: string; guestKey: string };
/** `merged`: the guest's lines that were just added to it. */
export type MergedCart = { cart: Cart; merged: readonly CartLine[] };

/** Changes that the customer should be notified of. `key`: the cart that they were made in. */
export type CartNotification =
  | { type: 'guest.merged'; key: string; lines: readonly CartLine[] }
  | { type: 'lines.removed'; key: string; removed: readonly RemovedLine[] };

type Context = {
  userId: number | undefined;
  shopSlug: string | undefined;
  cart: Cart;
  /** Another tab stored this cart during the merge, so the merged cart may be outdated. */
  isOvertaken: boolean;
  /** Added during the merge. */
  early: readonly CartChange[];
};
export type CartEvent =
  | CartChange
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

/** The change that was sent, for actions and guards. */
const params = ({ event }: { event: CartChange }) => event;
const change = { actions: [{ type: 'change', params }, save] } as const;
const removal = { actions: [{ type: 'notifyOfRemoval', params }, ...change.actions] } as const;

/**
 * The cart of one user or guest in one shop. In `ready` it is as stored, and every change is saved. Before that, in `merging`,
 * a logged-in user gets the items added as a guest. Without a shop it is `away`.
 */
export const cartMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Pick<Context, 'userId' | 'shopSlug'>,
    events: {} as CartEvent,
    emitted: {} as CartNotification,
  },
  actors: { mergeGuestCart: fromPromise<MergedCart, MergeCarts>(unprovided('mergeGuestCart')) },
  actions: {
    /** Assigns the stored cart. */
    readCart: (_, _stored: { key: string }) => {},
    saveCart: (_, _stored: { key: string; cart: Cart }) => {},
    removeAllCarts: () => {},
    change: assign(({ context }, sent: CartChange) => ({ cart: changeCart(context.cart, sent) })),
    notifyOfRemoval: emit(({ context }, sent: CartChange) => ({
      type: 'lines.removed',
      key: keyOf(context),
      removed: removedBy(context.cart, sent),
    })),
  },
  guards: {
    isOtherUser: ({ context }, userId: number | undefined) => context.userId !== userId,
    isOtherShop: ({ context }, shopSlug: string | undefined) => context.shopSlug !== shopSlug,
    isOwnKey: ({ context }, key: string) => keyOf(context) === key,
    hasNoShop: ({ context }) => context.shopSlug === undefined,
    /** Whether there are any in storage; `guestKey` is set for a logged-in user. */
    hasGuestLines: (_, _guestKey: string | undefined): boolean => false,
    isOvertaken: ({ context }) => context.isOvertaken,
    hasEarly: ({ context }) => context.early.length > 0,
    removesLine: ({ context }, sent: CartChange) => removedBy(context.cart, sent).length > 0,
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
    choosing: {
      entry: assign({ isOvertaken: false }),
      always: [
        { guard: 'hasNoShop', target: 'away' },
        { guard: { type: 'hasGuestLines', params: ({ context }) => guestKeyOf(context) }, target: 'merging' },
        { target: 'loaded', actions: { type: 'readCart', params: ({ context }) => ({ key: keyOf(context) }) } },
      ],
    },
    away: {},
    merging: {
      entry: assign({ isOvertaken: false }),
      on: {
        // Its code may have to be fetched over a slow connection: lines that are added meanwhile are added afterwards.
        'line.added': {
          actions: assign({ early: ({ context, event }) => [...context.early, event] }),
        },
        'stored.changed': {
          guard: { type: 'isOwnKey', params: ({ event }) => event.key },
          actions: assign({ isOvertaken: true }),
        },
      },
      invoke: {
        src: 'mergeGuestCart',
        input: ({ context }) => ({ key: keyOf(context), guestKey: guestKeyOf(context) ?? '' }),
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
        { guard: 'isOvertaken', target: 'merging' },
        {
          guard: 'hasEarly',
          target: 'ready',
          actions: [
            assign(({ context: { cart, early } }) => ({ cart: early.reduce(changeCart, cart), early: [] })),
            save,
          ],
        },
        { target: 'ready' },
      ],
    },
    ready: {
      on: {
        'line.added': change,
        'line.changed': [{ guard: { type: 'removesLine', params }, ...removal }, change],
        repriced: change,
        emptied: removal,
        cleared: change,
        'stored.changed': {
          guard: { type: 'isOwnKey', params: ({ event }) => event.key },
          actions: assign({ cart: ({ event }) => event.cart }),
        },
      },
    },
  },
});
