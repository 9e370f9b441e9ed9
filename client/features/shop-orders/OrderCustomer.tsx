import type { OrderView } from '@haat/contract/api/orders.schema';
import { hidesAddress } from '@haat/contract/rules/min-order-value';
import { useText } from '../../i18n/use-text.ts';
import { mapsLink } from '../../lib/maps-link.ts';
import styles from './OrderCustomer.module.css';

type Props = { order: OrderView };

/** Who ordered and where it goes; one tap calls the customer, one shows the way. */
export function OrderCustomer({ order }: Props) {
  const t = useText();
  const { customer_name, customer_phone, address } = order;
  const place = address && !hidesAddress(order) ? `${address.street}, ${address.city} ${address.zip}` : undefined;
  return (
    <div className={styles.customer}>
      <p className={styles.who}>
        <strong>{customer_name}</strong>
        {customer_phone ? (
          <a
            className={styles.tap}
            href={`tel:+91${customer_phone}`}
            aria-label={t('header.call', { phone: customer_phone })}
          >
            {customer_phone}
          </a>
        ) : null}
      </p>
      {place ? (
        <a
          className={styles.tap}
          href={mapsLink(place)}
          target="_blank"
          rel="noreferrer"
          aria-label={t('shopOrders.map', { place })}
        >
          {place}
        </a>
      ) : (
        <p>{t('shopOrders.takeaway')}</p>
      )}
    </div>
  );
}
