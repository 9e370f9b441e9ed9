import { shopName } from '@haat/contract/rules/shop';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/Button.tsx';
import { Awning } from '../../ui/Awning.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { OrderItems, OrderPlace } from '../order-history/OrderItems.tsx';
import { OrderTimeline } from '../order-history/OrderTimeline.tsx';
import { useOwnOrders } from '../order-history/use-own-orders.ts';
import type { OrderSummary } from '../order/order-summary-storage.ts';
import styles from './OrderReceipt.module.css';

type Props = { summary: OrderSummary };

/** The order as a receipt, with live status changes. */
export function OrderReceipt({ summary }: Props) {
  const t = useText();
  const { moment } = useTimeText();
  const { data: orders, isError, refetch } = useOwnOrders();
  const order = orders?.find(({ id }) => id === summary.orderId);
  const shop = shopName(order?.shop ?? { slug: summary.shopSlug });
  return (
    <article className={styles.receipt}>
      <Awning />
      <div className={styles.body}>
        <div className={styles.top}>
          <h2>{t('history.order', { number: summary.orderNumber })}</h2>
          <StatusChip status={order?.order_status ?? summary.order_status} />
        </div>
        <p>{t('summary.thanks', { shop })}</p>
        {summary.opens_at ? <Notice>{t('order.opensToday', { time: moment(summary.opens_at) })}</Notice> : null}
        {order ? (
          <>
            <OrderTimeline order={order} />
            <OrderItems order={order} />
            <div className={styles.facts}>
              <OrderPlace order={order} />
              <p>{t(order.payment_method === 'cod' ? 'history.paidCod' : 'history.paidOnline')}</p>
            </div>
            <Link className={buttonClass('secondary')} to={`/${order.shop.slug}/orders/${order.id}/invoice`}>
              {t('invoice.print')}
            </Link>
          </>
        ) : null}
        {isError && !order ? <LoadFailure text={t('summary.loadFailed')} onRetry={() => void refetch()} /> : null}
        {!orders && !isError ? <Skeleton height="200px" /> : null}
      </div>
    </article>
  );
}
