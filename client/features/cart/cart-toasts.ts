import {
  cartItemCount,
  type CartLine,
  type RemovedLine,
  restoreLines,
  cartKey,
  parseCartKey,
} from '@haat/contract/rules/cart';
import { cartChanges } from '@haat/contract/rules/cart-changes';
import type { CartNotification } from '@haat/machines/cart/cart.machine';
import '../../i18n/catalog-texts.ts';
import type { QueryClient } from '@tanstack/react-query';
import { textOf } from '../../i18n/language.ts';
import { loadCart, saveCart } from './cart-storage.ts';
import { logProblem } from '../../lib/log.ts';
import { productsQuery } from '../../lib/products-query.ts';
import { shopQuery } from '../../lib/queries.ts';
import { showText } from '../../ui/toasts.tsx';
import { offerUndo } from '../../ui/offer-undo.tsx';
import { catalogLines } from './cart-lines.ts';
import type { CartActor } from './use-cart.ts';

/** More lines than this are counted instead of named. */
const NAMED = 3;

/** Shows a toast for removed lines, with Undo, or for the lines that were merged from the guest cart. */
export function showCartToast(notification: CartNotification, actor: CartActor, queries: QueryClient): void {
  if (notification.type === 'lines.removed') {
    offerUndo(removalText(notification.removed), () => undoRemoval(notification.key, notification.removed, actor));
    return;
  }
  const text = textOf('cart.merged', { what: amounts(notification.lines) });
  void showText('info', text).then(() => limitToStock(notification, actor, queries));
}

/** Reduces merged lines to the stock of the shop, with a toast for each. */
async function limitToStock(
  { key, lines }: { key: string; lines: readonly CartLine[] },
  actor: CartActor,
  queries: QueryClient,
): Promise<void> {
  try {
    const shop = await queries.fetchQuery(shopQuery(parseCartKey(key)?.shopSlug ?? ''));
    const products = await queries.fetchQuery({ ...productsQuery(shop.id), staleTime: 0 });
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

function amounts(lines: readonly CartLine[]): string {
  if (lines.length > NAMED)
    return textOf('cart.items', { count: cartItemCount(Object.fromEntries(lines.map((line) => [line.id, line]))) });
  const each = lines.map(({ name, quantity }) => textOf('cart.amountOf', { name, quantity }));
  return new Intl.ListFormat(document.documentElement.lang, { type: 'conjunction' }).format(each);
}

/** Restores removed lines in the cart they were removed from, whichever shop is on the screen now. */
export function undoRemoval(key: string, removed: readonly RemovedLine[], actor: CartActor): void {
  // Another user has signed in since; this cart is not theirs.
  if (parseCartKey(key)?.userId !== actor.getSnapshot().context.userId) return;
  const cart = restoreLines(loadCart(key), removed);
  saveCart(key, cart);
  actor.send({ type: 'stored.changed', key, cart });
}
