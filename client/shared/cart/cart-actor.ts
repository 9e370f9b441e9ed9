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

/** What the screens know of the cart; it is empty until it is loaded for its owner. */
export type CartState = CartOwner & { cart: Cart; isLoaded: boolean };

export type CartActor = AnyActor<CartState, CartEvent, CartNotification>;

/**
 * The cart machine with the storage of this browser. It is needed at once where a guest cart is to be merged into the user's.
 * Any other cart is what storage says, and is changed there until the machine is loaded.
 */
export const createCartActor = (owner: CartOwner) =>
  new DeferredActor<CartState, CartEvent, CartNotification>({
    name: 'cart',
    state: storedCart(owner),
    load: async () => (await import('./cart-machine.ts')).startCart,
    next: nextCart,
    isUrgent: ({ shopSlug, isLoaded }) => shopSlug !== undefined && !isLoaded,
  });

/** The cart of an owner by what is stored now. */
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

/** Another tab may have changed the cart a moment ago: what is stored is changed, not what is shown. */
function changeStored(state: CartState, change: CartChange, emit: Emit): CartState {
  // What is added before a merge becomes part of it; the rest is for carts that are shown.
  if (state.shopSlug === undefined || !(state.isLoaded || change.type === 'line.added')) return state;
  const key = keyOf(state);
  const before = loadCart(key);
  const removed = removedBy(before, change);
  const cart = changeCart(before, change);
  saveCart(key, cart);
  if (removed.length > 0) emit({ type: 'lines.removed', key, removed });
  return state.isLoaded ? { ...state, cart } : state;
}
