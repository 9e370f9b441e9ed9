import { parseCartKey } from '@haat/contract/rules/cart-key';
import { restoreLines, type RemovedLine } from '@haat/contract/rules/cart';
import { loadCart, saveCart } from '../../lib/cart-storage.ts';
import type { CartActor } from './cart-context.ts';

/** Puts removed lines back into the cart they were in, whatever shop is on the screen by now. */
export function putBack(key: string, removed: readonly RemovedLine[], actor: CartActor): void {
  // Somebody else is at the screen by now, and this cart is not theirs.
  if (parseCartKey(key)?.userId !== actor.getSnapshot().context.userId) return;
  const cart = restoreLines(loadCart(key), removed);
  saveCart(key, cart);
  actor.send({ type: 'stored.changed', key, cart });
}
