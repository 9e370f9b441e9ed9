import type { OrderView } from '@haat/contract/api/orders.schema';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import styles from './OrderPayment.module.css';

type Props = { order: Pick<OrderView, 'payment_method' | 'payment_status' | 'total'>; status: OrderStatus };

/** How it is paid, and above all whether somebody has to take money from the customer, and how much. */
export function OrderPayment({ order: { payment_method, payment_status, total }, status }: Props) {
  const t = useText();
  if (payment_status === 'refund_due' || payment_status === 'refunded')
    return <p className={styles.payment}>{t('shopOrders.refunded')}</p>;
  if (payment_method === 'online')
    return <p className={`${styles.payment} ${styles.paid}`}>{t('history.paidOnline')}</p>;
  if (status === 'Delivered') return <p className={styles.payment}>{t('history.paidCod')}</p>;
  return (
    <p className={`${styles.payment} ${styles.due}`}>
      <span>{t('history.paidCod')}</span>
      <strong>{t('shopOrders.collect', { amount: formatRupees(total) })}</strong>
    </p>
  );
}
