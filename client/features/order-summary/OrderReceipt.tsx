import type { OrderStatus } from '@haat/contract/rules/order-status';
import { shopName } from '@haat/contract/rules/shop';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { Link } from 'react-router-dom';
import { buttonClass } from '../../ui/Button.tsx';
import { Awning } from '../../ui/Awning.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { OrderItems, OrderPlace, paymentTextId } from '../order-history/OrderItems.tsx';
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
  const isPending = (order?.order_status ?? summary.order_status) === 'Pending';
  const isDelivered = order?.order_status === 'Delivered';
  return (
    <article className={styles.receipt}>
      <Awning />
      <div className={styles.body}>
        <div className={styles.top}>
          <h2>{t('history.order', { number: summary.orderNumber })}</h2>
          {order ? <StatusChip status={order.order_status} takeaway={order.takeaway} /> : null}
        </div>
        <p>{t(isDelivered ? 'summary.thanksAfter' : 'summary.thanks', { shop })}</p>
        {summary.opens_at && isPending ? (
          <Notice>{t('order.opensToday', { time: moment(summary.opens_at) })}</Notice>
        ) : null}
        {order ? (
          <>
            <OrderTimeline order={order} />
            <OrderItems order={order} />
            <div className={styles.facts}>
              <OrderPlace order={order} />
              <p>{t(paymentTextId(order))}</p>
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

/** What is to be said above the order, by its present status. */
const HEADINGS: Record<OrderStatus, { delivery: TextId; takeaway: TextId }> = {
  Pending: { delivery: 'summary.title', takeaway: 'summary.title' },
  Accepted: { delivery: 'summary.accepted', takeaway: 'summary.accepted' },
  'In Transit': { delivery: 'summary.onTheWay', takeaway: 'summary.ready' },
  Delivered: { delivery: 'summary.delivered', takeaway: 'summary.pickedUp' },
};

/** The heading of a placed order; it follows the status. */
export function useOrderHeading({ orderId }: OrderSummary): string {
  const t = useText();
  const { momentAfter } = useTimeText();
  const order = useOwnOrders().data?.find(({ id }) => id === orderId);
  if (!order) return t('summary.title');
  const { order_date: placedAt, order_status: status, takeaway, steps } = order;
  const reachedAt = steps.find((step) => step.status === status)?.at ?? placedAt;
  const heading = HEADINGS[status][takeaway ? 'takeaway' : 'delivery'];
  return t(heading, { shop: shopName(order.shop), time: momentAfter(reachedAt, placedAt) });
}
