import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { formatRupees } from '@haat/contract/rupees';
import { type Text, useText } from '../../../i18n/use-text.ts';
import styles from './OrderTicket.module.css';

type Props = {
  order: Pick<OrderView, 'payment_method' | 'payment_status' | 'total' | 'cash_extra' | 'replaces'>;
  status: OrderStatus;
};

type Payment = { text: string; look: 'due' | 'paid' | 'none' };

/** The payment method and the total of the order. */
export function PayTag(props: Props) {
  const { text, look } = paymentOf(useText(), props);
  return <strong className={`${styles.tag} ${styles[look]}`}>{text}</strong>;
}

function paymentOf(t: Text, { order, status }: Props): Payment {
  const { payment_method: method, payment_status: paid, cash_extra: extra, replaces } = order;
  const amount = formatRupees(order.total);
  const withAmount = (word: string) => `${word} ${amount}`;
  if (replaces) return { text: t('shopOrders.payFree'), look: 'none' };
  if (paid === 'refund_due' || paid === 'refunded')
    return { text: withAmount(t('shopOrders.payRefunded')), look: 'none' };
  if (paid === 'cancelled') return { text: t('shopOrders.nothingDue'), look: 'none' };
  if (method === 'upi') return { text: withAmount(t('shopOrders.payUpi')), look: 'paid' };
  if (method === 'cod')
    return { text: withAmount(t('shopOrders.payCash')), look: status === 'Delivered' ? 'paid' : 'due' };
  if (extra > 0 && status !== 'Delivered')
    return { text: t('shopOrders.collect', { amount: formatRupees(extra) }), look: 'due' };
  return { text: withAmount(t('shopOrders.payOnline')), look: 'paid' };
}

/** The amount to collect at the handover of the order, in words. */
export function useMoneyText({ order, status }: Props): string {
  const t = useText();
  const { payment_method: method, payment_status: paid, total, cash_extra: extra, replaces } = order;
  const due = replaces || paid === 'cancelled' || status === 'Delivered' ? 0 : method === 'cod' ? total : extra;
  if (due > 0) return t('shopOrders.collect', { amount: formatRupees(due) });
  return t(method === 'online' && !replaces ? 'history.paidOnline' : 'shopOrders.nothingDue');
}
