import { sellAtCounter } from '@haat/contract/api/counter-sales';
import { reasonOf } from '@haat/contract/rules/reason';
import { formatPaise } from '@haat/contract/rules/rupees';
import { toSale, totalsOf } from '@haat/machines/counter-sale/basket';
import type { SaleRequest, StoredSale } from '@haat/machines/counter-sale/counter-sale.machine';
import { textOf } from '../../i18n/language.ts';
import { call } from '../../lib/api.ts';
import { callOrQueue, queueState } from '../../lib/offline-queue/offline-queue.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { showToast } from '../../ui/toasts.tsx';

/** Nobody waits longer at a counter. */
const LIMIT_MS = 6_000;
const SOON_MS = 500;

/**
 * Stores a sale on the server; without a connection on this device, under its own number, until it can be sent. Rejects with
 * the refusals of the server.
 */
export async function storeSale(shopId: number, request: SaleRequest): Promise<StoredSale> {
  const body = toSale(request.basket, request);
  const soldAt = serverNow();
  if (navigator.onLine && queueState().actions.length === 0) {
    try {
      const order = await call(sellAtCounter, { params: { shopId }, body, key: request.key, limitMs: LIMIT_MS });
      return { number: order.orderNumber, order };
    } catch (error) {
      if (reasonOf(error).code !== 'network') throw error;
    }
  }
  const number = provisionalNumber(request.key);
  const queued = callOrQueue({
    call: 'sellAtCounter',
    // Sold as it was, whatever prices and stock are by then.
    input: {
      params: { shopId },
      body: { ...body, sold_at: new Date(soldAt).toISOString(), provisional_number: number },
    },
    label: `${textOf('counterSale.title')} ${number}, ${formatPaise(totalsOf(request.basket).totalPaise)}`,
    subject: `counter-sale:${request.key}`,
    key: request.key,
  });
  const stored = await Promise.race([queued, soon()]);
  if (stored && !stored.isQueued) return { number: stored.answer.orderNumber, order: stored.answer };
  queued.catch(() => showToast({ tone: 'error', key: 'counterSale.failed' }));
  return { number };
}

// It is stored on the device before the first attempt is made, which may take as long as a bad connection does.
const soon = (): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, SOON_MS));

/** What the receipt says until the order has its number. */
const provisionalNumber = (key: string): string => `P-${key.slice(0, 5).toUpperCase()}`;
