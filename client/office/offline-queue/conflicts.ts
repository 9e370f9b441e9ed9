import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { formatRupees } from '@haat/contract/rupees';
import type { QueuedAction, Refusal } from '@haat/machines/orders/offline-queue.machine';
import { serverText } from '../../i18n/language.ts';
import { orderStatusTextId } from '../../i18n/order-status-text.ts';
import type { Text } from '../../i18n/use-text.ts';
import { statusMeanwhile } from '../../lib/offline-queue/queued-calls.ts';

/** `meanwhile`: what happened since the change was made. `mine`: the body that replaces it; missing where nothing replaces it. */
export type Conflict = { meanwhile: string; mine?: unknown };

/** The conflict of a change that the server refused, in words. */
export function conflictOf(action: QueuedAction & { refusal: Refusal }, t: Text): Conflict {
  const { refusal, params, body } = action;
  const { code, text } = refusal.reason;
  const variant = currentVariant(refusal.body, Number(params?.id));
  const mine = body as object;
  // Of many products, only that they have changed is known; `mine` applies to what they are now.
  if (action.call === 'changeProducts' && (code === 'edit_conflict' || code === 'stock_changed'))
    return {
      meanwhile: t(code === 'edit_conflict' ? 'queue.pricesChanged' : 'queue.stocksChanged'),
      mine: { ...mine, version: undefined },
    };
  if (code === 'edit_conflict' && variant)
    return {
      meanwhile: t('queue.priceNow', { price: formatRupees(variant.price) }),
      mine: { ...mine, seen: variant.price },
    };
  if (code === 'stock_changed' && variant)
    return { meanwhile: t('queue.stockNow', { stock: variant.stock }), mine: { ...mine, seen: variant.stock } };
  const status = statusMeanwhile(refusal.body);
  if (status) return { meanwhile: t('queue.statusNow', { status: t(orderStatusTextId(status)) }) };
  if (code === 'not_found') return { meanwhile: t('queue.gone') };
  return {
    meanwhile: text === undefined || code === 'internal' ? t('queue.refused') : serverText('queue.refused', text),
  };
}

function currentVariant(body: unknown, id: number): ShopProduct['variants'][number] | undefined {
  const { current } = (body ?? {}) as { current?: ShopProduct };
  return current?.variants?.find((variant) => variant.id === id);
}
