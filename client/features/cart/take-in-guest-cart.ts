import { mergingKey } from '@haat/contract/rules/cart-key';
import { cartLineCount, mergeCarts } from '@haat/contract/rules/cart';
import type { OpenedCart } from '@haat/machines/cart/cart.machine';
import { loadCart, removeCart, saveCart } from '../../lib/cart-storage.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage.ts';

/**
 * Pours the guest's cart into the one under `key`, exactly once: two keys cannot be written in one step, so what is about
 * to be done is noted first. Whoever finds the note, after a crash or in another tab, sees by it how far the merge went.
 * A browser without room for the note loses the guest's lines in a crash rather than doubling them. Spec section 4.
 */
export function takeInGuestCart(key: string, guestKey: string): OpenedCart {
  const noteKey = mergingKey(key);
  const guestLines = `\n${readStored(guestKey) ?? ''}`;
  const stand = `${readStored(key) ?? ''}${guestLines}`;
  const note = readStored(noteKey);
  // The own cart was saved since the note, and the guest's is still the one that was noted: only its end is missing.
  if (note !== undefined && note !== stand && note.endsWith(guestLines)) removeCart(guestKey);

  const guest = loadCart(guestKey);
  const own = loadCart(key);
  if (cartLineCount(guest) === 0) {
    removeStored(noteKey);
    return { cart: own, merged: [] };
  }
  const cart = mergeCarts(own, guest);
  if (!writeStored(noteKey, stand)) removeCart(guestKey);
  saveCart(key, cart);
  removeCart(guestKey);
  removeStored(noteKey);
  return { cart, merged: Object.values(guest) };
}
