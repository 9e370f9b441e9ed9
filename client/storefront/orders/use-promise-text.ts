import type { OrderView } from '@haat/contract/orders/orders.calls';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { useMinute } from '../../lib/use-minute.ts';

type PromisedOrder = Pick<OrderView, 'order_date' | 'order_status' | 'promised_at' | 'takeaway'>;

/** When the order that the shop is preparing is ready. */
export function usePromiseText({
  order_date,
  order_status,
  promised_at: promised,
  takeaway,
}: PromisedOrder): string | undefined {
  const t = useText();
  const { momentAfter } = useTimeText();
  const now = useMinute();
  if (order_status !== 'Accepted' || !promised) return undefined;
  const time = momentAfter(promised, order_date);
  if (Date.parse(promised) < now.getTime()) return t('status.promisedLate', { time });
  return t(takeaway ? 'status.promised.takeaway' : 'status.promised.delivery', { time });
}
