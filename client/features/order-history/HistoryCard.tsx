import type { OrderView } from '@haat/contract/api/orders.schema';
import type { PaymentStatus } from '@haat/contract/rules/payment';
import { shopName } from '@haat/contract/rules/shop-name';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../lib/use-time-text.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { OrderAgain } from '../order-again/OrderAgain.tsx';
import styles from './HistoryCard.module.css';
import { HistoryPayment } from './HistoryPayment.tsx';
import { OrderActions } from './OrderActions.tsx';
import { OrderItems } from './OrderItems.tsx';
import { OrderPlace } from './OrderPlace.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';

type Props = { order: OrderView };

const NOT_PLACED = new Set<PaymentStatus>(['awaiting', 'expired', 'refund_due', 'refunded']);

/** One own order: where it is, what is in it, where it goes. */
export function HistoryCard({ order }: Props) {
  const t = useText();
  const { moment } = useTimeText();
  // The shop has not seen what is not paid yet, or was paid too late.
  const isPlaced = !NOT_PLACED.has(order.payment_status);
  const title = t('history.order', { number: order.orderNumber || String(order.id) });
  return (
    <article className={styles.card} aria-label={title}>
      <header className={styles.top}>
        <div>
          <h2>{title}</h2>
          <p className={styles.facts}>
            {shopName(order.shop)} · <time dateTime={order.order_date}>{moment(order.order_date)}</time>
          </p>
        </div>
        {isPlaced ? <StatusChip status={order.order_status} /> : null}
      </header>
      {isPlaced ? <OrderTimeline order={order} /> : <HistoryPayment order={order} />}
      <OrderItems order={order} />
      <footer className={styles.foot}>
        <div className={styles.facts}>
          <OrderPlace order={order} />
          {isPlaced ? <p>{t(order.payment_method === 'cod' ? 'history.paidCod' : 'history.paidOnline')}</p> : null}
        </div>
        <OrderActions order={order} title={title} />
      </footer>
      {order.payment_status === 'awaiting' ? null : <OrderAgain order={order} title={title} />}
    </article>
  );
}
