import type { OrderView } from '@haat/contract/api/orders.schema';
import { hidesAddress } from '@haat/contract/rules/min-order-value';
import { useText } from '../../i18n/use-text.ts';
import styles from './OrderCustomer.module.css';

type Props = { order: OrderView };

/** Who ordered, where it goes and how it is paid; one tap calls the customer. */
export function OrderCustomer({ order }: Props) {
  const t = useText();
  const { customer_name, customer_phone, address, payment_method } = order;
  const isTakeaway = hidesAddress(order);
  return (
    <div className={styles.customer}>
      <p className={styles.who}>
        <strong>{customer_name}</strong>
        {customer_phone ? (
          <a
            className={styles.phone}
            href={`tel:+91${customer_phone}`}
            aria-label={t('header.call', { phone: customer_phone })}
          >
            {customer_phone}
          </a>
        ) : null}
      </p>
      {isTakeaway ? <p>{t('shopOrders.takeaway')}</p> : null}
      {!isTakeaway && address ? (
        <p>
          {address.street}, {address.city} {address.zip}
        </p>
      ) : null}
      <p className={styles.payment}>{t(payment_method === 'cod' ? 'history.paidCod' : 'history.paidOnline')}</p>
    </div>
  );
}
