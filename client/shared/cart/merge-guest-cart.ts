import { CART_KEY_PREFIX, cartLineCount, mergeCarts } from '@haat/contract/orders/cart';
import type { MergedCart } from '@haat/machines/orders/cart.machine';
import { loadCart, removeCart, saveCart } from './cart-storage.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage.ts';

/**
 * Merges the guest cart into the one under `key` exactly once. Two keys cannot be written atomically, so a record of
 * the merge is written first: after a crash, or in another tab, it shows how far the merge got. Without room for that
 * record a crash loses the guest's lines instead of adding them twice.
 */
export function mergeGuestCart(key: string, guestKey: string): MergedCart {
  const recordKey = mergingKey(key);
  const guestLines = `\n${readStored(guestKey) ?? ''}`;
  const snapshot = `${readStored(key) ?? ''}${guestLines}`;
  const record = readStored(recordKey);
  // The merged cart was saved already, and the guest cart is the recorded one: only its removal is missing.
  if (record !== undefined && record !== snapshot && record.endsWith(guestLines)) removeCart(guestKey);

  const guest = loadCart(guestKey);
  const own = loadCart(key);
  if (cartLineCount(guest) === 0) {
    removeStored(recordKey);
    return { cart: own, merged: [] };
  }
  const cart = mergeCarts(own, guest);
  if (!writeStored(recordKey, snapshot)) removeCart(guestKey);
  saveCart(key, cart);
  removeCart(guestKey);
  removeStored(recordKey);
  return { cart, merged: Object.values(guest) };
}

/**
 * The key that marks an unfinished merge of a guest's cart into the one under `key`. It has the same prefix, so it is cleared
 * with the carts.
 */
function mergingKey(key: string): string {
  return `${CART_KEY_PREFIX}merging_${key.slice(CART_KEY_PREFIX.length)}`;
}
