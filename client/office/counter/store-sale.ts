import { formatPaise } from '@haat/contract/rupees';
import { toSale, totalsOf } from '@haat/machines/orders/basket';
import type { SaleRequest, StoredSale } from '@haat/machines/orders/counter-sale.machine';
import { textOf } from '../../i18n/language.ts';
import { callOrQueue } from '../../lib/offline-queue/offline-queue.ts';
import { serverNow } from '../../lib/server-clock.ts';

/**
 * Stores a sale on the server; where it cannot be reached, on this device under its own number, until it can be sent. A sale
 * that has its own number is paid: from then on the server takes it as it was made. Rejects with the refusals of the server.
 */
export async function storeSale(shopId: number, request: SaleRequest): Promise<StoredSale> {
  const body = toSale(request.basket, request);
  const number = provisionalNumber(request.key);
  const stored = await callOrQueue({
    call: 'sellAtCounter',
    input: { params: { shopId }, body },
    // Sold as it was, whatever prices and stock are by then.
    laterBody: { ...body, sold_at: new Date(serverNow()).toISOString(), provisional_number: number },
    label: `${textOf('counterSale.title')} ${number}, ${formatPaise(totalsOf(request.basket).totalPaise)}`,
    subject: `counter-sale:${request.key}`,
    key: request.key,
  });
  return stored.isQueued ? { number } : { number: stored.answer.orderNumber, order: stored.answer };
}

/** What the receipt says until the order has its number. */
const provisionalNumber = (key: string): string => `P-${key.slice(0, 5).toUpperCase()}`;
