import { useId } from 'react';
import type { OrderView } from '@haat/contract/api/orders';
import { hidesAddress } from '@haat/contract/rules/order-terms';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import { formatRupees } from '@haat/contract/rules/rupees';
import { orderStatusTextId } from '../../i18n/order-status-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { Card, Row } from '../../ui/Card.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { OrderItems } from '../order-history/OrderItems.tsx';
import { ReceiptButton } from '../receipts/PrinterTools.tsx';
import { useAdvanceOrder } from './advance-order.ts';
import { AdvanceButton } from './AdvanceButton.tsx';
import { OrderAge } from './OrderAge.tsx';
import styles from './ShopOrderCard.module.css';

type Props = { order: OrderView; now: Date };

/** One order of the shop: what to pack, for whom, and the button for its next status. */
export function ShopOrderCard({ order, now }: Props) {
  const t = useText();
  const titleId = useId();
  const advancing = useAdvanceOrder(order);
  const { status } = advancing;
  const title = t('history.order', { number: order.orderNumber || String(order.id) });
  return (
    <Card as="article" gap={4} className={styles.card} aria-labelledby={titleId} tabIndex={-1} data-order={order.id}>
      <Row as="header" justify="between" gap={2}>
        <h2 id={titleId}>{title}</h2>
        <div aria-live="polite">
          <StatusChip status={status} />
        </div>
        <OrderAge order={order} status={status} now={now} />
      </Row>
      <OrderItems order={order} />
      <OrderPayment order={order} status={status} />
      <OrderCustomer order={order} />
      <LastChange order={order} now={now} />
      <AdvanceButton titleId={titleId} {...advancing} />
      <ReceiptButton order={order} />
    </Card>
  );
}

type OrderPaymentProps = { order: Pick<OrderView, 'payment_method' | 'payment_status' | 'total'>; status: OrderStatus };

/** How the order is paid, and how much cash is still to be collected. */
function OrderPayment({ order: { payment_method, payment_status, total }, status }: OrderPaymentProps) {
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

/** Who ordered and where it goes, with links to call and to the map. */
function OrderCustomer({ order }: { order: OrderView }) {
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

/** Who at the shop changed the status last, and when; nothing for an order that is still as it was placed. */
function LastChange({ order: { steps }, now }: Props) {
  const t = useText();
  const { age } = useTimeText();
  const last = steps.at(-1);
  if (last?.by === undefined) return null;
  const { status, by, at } = last;
  return (
    <p className={styles.change}>
      {t('shopOrders.stepBy', { status: t(orderStatusTextId(status)), name: by, age: age(at, now) })}
    </p>
  );
}

/** Leads to the place on a map: in the maps app of a phone, in the browser elsewhere. */
function mapsLink(place: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`;
}
