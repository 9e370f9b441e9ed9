import { listProducts } from '@haat/contract/catalog/products.calls';
import { type CartLine, type RemovedLine, cartKey, parseCartKey } from '@haat/contract/orders/cart';
import { restoreLines } from '@haat/contract/orders/restore-lines';
import { cartChanges } from '@haat/contract/orders/cart-changes';
import { getShop } from '@haat/contract/shops/shops.calls';
import type { CartNotification } from '@haat/machines/orders/cart.machine';
import '../../i18n/catalog-texts.ts';
import type { QueryClient } from '@tanstack/react-query';
import { textOf } from '../../i18n/language.ts';
import { loadCart, saveCart } from './cart-storage.ts';
import { logProblem } from '../../lib/log.ts';
import { callQuery } from '../../lib/call-query.ts';
import { showText } from '../../ui/toasts.tsx';
import { offerUndo } from '../../ui/offer-undo.tsx';
import { catalogLines } from './cart-lines.ts';
import type { CartActor } from './cart-actor.ts';

/** Shows a toast for removed lines, with Undo, or for the lines that were merged from the guest cart. */
export function showCartToast(notification: CartNotification, actor: CartActor, queries: QueryClient): void {
  if (notification.type === 'lines.removed') {
    offerUndo(removalText(notification.removed), () => undoRemoval(notification.key, notification.removed, actor));
    return;
  }
  const count = notification.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const text = textOf('cart.merged', { count });
  void showText('info', text).then(() => limitToStock(notification, actor, queries));
}

/** Reduces merged lines to the stock of the shop, with a toast for each. */
async function limitToStock(
  { key, lines }: { key: string; lines: readonly CartLine[] },
  actor: CartActor,
  queries: QueryClient,
): Promise<void> {
  try {
    const slug = parseCartKey(key)?.shopSlug ?? '';
    const { id: shopId } = await queries.fetchQuery(callQuery(getShop, { params: { slug } }));
    const products = await queries.fetchQuery(callQuery(listProducts, { query: { shopId } }, { staleTime: 0 }));
    const { userId, shopSlug = '', cart } = actor.getSnapshot().context;
    if (cartKey(userId, shopSlug) !== key) return;
    const merged = new Set(lines.map(({ id }) => id));
    // The order page handles the shop's maximum for one order.
    const short = cartChanges(cart, catalogLines(products), { maximumQuantity: null }).filter(
      ({ kind, line }) => kind === 'fewer' && merged.has(line.id),
    );
    if (short.length === 0) return;
    // Price changes are confirmed by the customer on the order page.
    actor.send({
      type: 'repriced',
      lines: short.map(({ line, stock }) => ({ id: line.id, price: line.price, stock })),
    });
    for (const { line, stock } of short) void showText('error', textOf('cart.capped', { name: line.name, stock }));
  } catch (error) {
    // The order page and the server check the stock again.
    logProblem('Error comparing the merged cart', error);
  }
}

function removalText(removed: readonly RemovedLine[]): string {
  const [first] = removed;
  return removed.length === 1 && first
    ? textOf('cart.removed', { name: first.line.name })
    : textOf('cart.removedAll', { count: removed.length });
}

/** Restores removed lines in the cart they were removed from, whichever shop is on the screen now. */
export function undoRemoval(key: string, removed: readonly RemovedLine[], actor: CartActor): void {
  // Another user has logged in since; this cart is not theirs.
  if (parseCartKey(key)?.userId !== actor.getSnapshot().context.userId) return;
  const cart = restoreLines(loadCart(key), removed);
  saveCart(key, cart);
  actor.send({ type: 'stored.changed', key, cart });
}
