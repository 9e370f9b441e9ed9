import {
  type Cart,
  type CartChange,
  cartKey,
  cartLineCount,
  changeCart,
  EMPTY_CART,
  removedBy,
} from '@haat/contract/orders/cart';
import type { CartEvent, CartNotification } from '@haat/machines/orders/cart.machine';
import { type AnyActor, DeferredActor } from '../../lib/deferred-actor.ts';
import { loadCart, removeAllCarts, saveCart } from './cart-storage.ts';

export type CartOwner = {
  /** Undefined for a guest. */
  userId: number | undefined;
  /** Undefined on screens without a shop. */
  shopSlug: string | undefined;
};

/** The cart as the screens see it; it is empty until it is loaded for its owner. */
export type CartState = CartOwner & { cart: Cart; isLoaded: boolean };

export type CartActor = AnyActor<CartState, CartEvent, CartNotification>;

/**
 * The cart machine with the storage of this browser. It is loaded immediately if a guest cart must be merged into the user's.
 * Any other cart is read from storage, and is changed there until the machine is loaded.
 */
export const createCartActor = (owner: CartOwner) =>
  new DeferredActor<CartState, CartEvent, CartNotification>({
    name: 'cart',
    state: storedCart(owner),
    load: async () => (await import('./cart-machine.ts')).startCart,
    next: nextCart,
    isUrgent: ({ shopSlug, isLoaded }) => shopSlug !== undefined && !isLoaded,
  });

/** The cart of an owner as currently stored. */
export function storedCart({ userId, shopSlug = '' }: CartOwner): CartState {
  const hasGuestLines = userId !== undefined && cartLineCount(loadCart(cartKey(undefined, shopSlug))) > 0;
  const isLoaded = shopSlug !== '' && !hasGuestLines;
  const cart = isLoaded ? loadCart(cartKey(userId, shopSlug)) : EMPTY_CART;
  return { userId, shopSlug: shopSlug || undefined, cart, isLoaded };
}

const keyOf = ({ userId, shopSlug = '' }: CartOwner) => cartKey(userId, shopSlug);

type Emit = (notification: CartNotification) => void;

/** Until the machine is there. */
function nextCart(state: CartState, event: CartEvent, emit: Emit): CartState {
  const { userId, shopSlug, isLoaded } = state;
  if (event.type === 'identity.changed') {
    return event.userId === userId ? state : storedCart({ shopSlug, userId: event.userId });
  }
  if (event.type === 'shop.changed') {
    return event.shopSlug === shopSlug ? state : storedCart({ userId, shopSlug: event.shopSlug });
  }
  if (event.type === 'stored.changed') {
    return isLoaded && event.key === keyOf(state) ? { ...state, cart: event.cart } : state;
  }
  if (event.type !== 'allCleared') return changeStored(state, event, emit);
  removeAllCarts();
  return storedCart(state);
}

/** Changes the stored cart, not the shown one: another tab may have changed it a moment ago. */
function changeStored(state: CartState, change: CartChange, emit: Emit): CartState {
  // Items added before a merge become part of it; all other changes need a loaded cart.
  if (state.shopSlug === undefined || !(state.isLoaded || change.type === 'line.added')) return state;
  const key = keyOf(state);
  const before = loadCart(key);
  const removed = removedBy(before, change);
  const cart = changeCart(before, change);
  saveCart(key, cart);
  if (removed.length > 0) emit({ type: 'lines.removed', key, removed });
  return state.isLoaded ? { ...state, cart } : state;
}
