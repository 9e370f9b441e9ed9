import { cartChanges } from '@haat/contract/rules/cart-changes';
import { cartKey, parseCartKey } from '@haat/contract/rules/cart-key';
import { cartItemCount, type CartLine, type RemovedLine } from '@haat/contract/rules/cart';
import type { CartNews } from '@haat/machines/cart/cart.machine';
import type { QueryClient } from '@tanstack/react-query';
import { textOf } from '../../i18n/language.ts';
import '../../i18n/shelf-texts.ts';
import { logProblem } from '../../lib/log-problem.ts';
import { productsQuery, shopQuery } from '../../lib/queries.ts';
import { showText } from '../../lib/toasts.ts';
import { offerUndo } from '../../ui/offer-undo.tsx';
import type { CartActor } from './cart-context.ts';
import { putBack } from './put-back.ts';
import { shelfLines } from './shelf-lines.ts';

/** How many lines are named one by one before they are only counted. */
const NAMED = 3;

/** Tells what happened to the cart other than what its screens show: lines taken out, and what came from the guest's. */
export function tellCartNews(news: CartNews, actor: CartActor, queries: QueryClient): void {
  if (news.type === 'lines.removed') {
    offerUndo(removalText(news.removed), () => putBack(news.key, news.removed, actor));
    return;
  }
  const text = textOf('cart.merged', { what: amounts(news.lines) });
  void showText('info', text).then(() => keepToStock(news, actor, queries));
}

/** Two carts together can want more than the shop has: the rest is left out, and said. */
async function keepToStock(
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
    const short = cartChanges(cart, shelfLines(products)).filter(
      ({ kind, line }) => kind === 'fewer' && merged.has(line.id),
    );
    if (short.length === 0) return;
    // The price is the customer's to agree to, on the order page.
    actor.send({
      type: 'repriced',
      lines: short.map(({ line, stock }) => ({ id: line.id, price: line.price, stock })),
    });
    for (const { line, stock } of short) void showText('error', textOf('cart.capped', { name: line.name, stock }));
  } catch (error) {
    // The order page compares again, and so does the server.
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
