import type { OrderRefundEvent } from '@haat/contract/events/socket-events';
import { formatRupees } from '@haat/contract/rules/rupees';
import { textOf } from '../i18n/language.ts';
import { isNews } from './told-news.ts';
import { showText } from './toasts.ts';

/** Says, wherever the customer is, that money for an order is on its way back. */
export async function tellRefund({ feed, seq, order_number: number, amount }: OrderRefundEvent): Promise<void> {
  if (!isNews(`${feed}#${seq}`)) return;
  await showText('info', textOf('toasts.refund', { number, amount: formatRupees(amount) }));
}
