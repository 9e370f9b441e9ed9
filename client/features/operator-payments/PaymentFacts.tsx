import type { PaymentTrailView } from '@haat/contract/api/operator-payments.schema';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../lib/use-time-text.ts';
import styles from './OperatorPayments.module.css';

/** What a payment is, and what it is for. */
export function PaymentFacts({ payment }: { payment: PaymentTrailView }) {
  const t = useText();
  const times = useTimeText();
  const { order, paid_at } = payment;
  const facts = [
    [t('operatorPayments.amount'), formatRupees(payment.amount)],
    [t('operatorPayments.status'), t(`operatorPayments.state.${payment.state}`)],
    [t('operatorPayments.through'), t(`operatorPayments.provider.${payment.provider}`)],
    [t('operatorPayments.customer'), payment.customer_email],
    [t('operatorPayments.began'), times.moment(payment.created_at)],
    [t('operatorPayments.paidAt'), paid_at && times.moment(paid_at)],
    [t('dayBook.order'), order ? `${order.orderNumber} (${order.shop_slug})` : t('operatorPayments.noOrder')],
    [t('operatorPayments.total'), order && formatRupees(order.total)],
    [t('operatorPayments.ofOrder'), order && t(`operatorPayments.order.${order.payment_status}`)],
    [t('operatorPayments.providerOrder'), payment.provider_order_id],
    [t('operatorPayments.providerPayment'), payment.provider_payment_id],
  ] as const;
  return (
    <dl className={`${styles.card} ${styles.gauges}`}>
      {facts.map(([name, value]) =>
        value ? (
          <div key={name} className={styles.gauge}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
