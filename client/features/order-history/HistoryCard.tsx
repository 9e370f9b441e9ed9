import type { OrderView } from '@haat/contract/api/orders.schema';
import { shopName } from '@haat/contract/rules/shop-name';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../lib/use-time-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { StatusChip } from '../../ui/StatusChip.tsx';
import styles from './HistoryCard.module.css';
import { OrderItems } from './OrderItems.tsx';
import { OrderPlace } from './OrderPlace.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';

type Props = { order: OrderView };

/** One own order: where it is, what is in it, where it goes. */
export function HistoryCard({ order }: Props) {
  const t = useText();
  const { moment } = useTimeText();
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
        <StatusChip status={order.order_status} />
      </header>
      <OrderTimeline order={order} />
      <OrderItems order={order} />
      <footer className={styles.foot}>
        <div className={styles.facts}>
          <OrderPlace order={order} />
          <p>{t(order.payment_method === 'cod' ? 'history.paidCod' : 'history.paidOnline')}</p>
        </div>
        <Link className={buttonClass('quiet')} to={`/${order.shop.slug}/products`}>
          {t('history.shopAgain')}
        </Link>
      </footer>
    </article>
  );
}
