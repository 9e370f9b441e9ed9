import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { shopName } from '@haat/contract/shops/shop';
import { isFinalStatus } from '@haat/machines/orders/order.machine';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Row } from '../../ui/Card.tsx';
import { Awning } from '../../ui/Awning.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { OwnOrderChanges, OwnProposal } from '../../shared/orders/OwnAdjustment.tsx';
import { CancelOwnOrder } from '../../shared/orders/CancelOwnOrder.tsx';
import { OrderEnding } from '../../shared/orders/OrderEnding.tsx';
import { OrderAgain } from './OrderAgain.tsx';
import { InvoiceLink } from './InvoiceLink.tsx';
import { OrderContact } from './OrderContact.tsx';
import { OrderItems, OrderNote, OrderPlace, PaidHow } from '../../shared/orders/OrderItems.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { TimelineLink } from '../../shared/orders/TimelineLink.tsx';
import { useOwnOrders } from './use-own-orders.ts';
import type { OrderSummary } from '../../shared/orders/order-summary-storage.ts';
import { OrderProblemLink } from '../../shared/orders/problems/OrderProblemLink.tsx';
import { PickupCode } from '../../shared/orders/PickupCode.tsx';
import styles from './OrderReceipt.module.css';
import { OtherShops } from './OtherShops.tsx';

type Props = { summary: OrderSummary };

/** The order as a receipt, with live status changes. */
export function OrderReceipt({ summary }: Props) {
  const t = useText();
  const { data: orders, isError, refetch } = useOwnOrders();
  const order = orders?.find(({ id }) => id === summary.orderId);
  const shop = shopName(order?.shop ?? { slug: summary.shopSlug });
  const title = t('history.order', { number: summary.orderNumber });
  const isPending = (order?.order_status ?? summary.order_status) === 'Pending';
  const isOver = order !== undefined && isFinalStatus(order.order_status);
  const isDelivered = order?.order_status === 'Delivered';
  return (
    <article className={styles.receipt}>
      <Awning />
      <div className={styles.body}>
        <div className={styles.top}>
          <h2>{title}</h2>
          {order ? <StatusChip status={order.order_status} takeaway={order.takeaway} /> : null}
        </div>
        {isOver && !isDelivered ? null : <p>{t(isDelivered ? 'summary.thanksAfter' : 'summary.thanks', { shop })}</p>}
        {summary.opens_at && isPending ? <OpensLater shop={shop} opensAt={summary.opens_at} /> : null}
        {order ? (
          <>
            {isOver ? <AfterOrder order={order} title={title} /> : null}
            <OwnProposal order={order} />
            <OrderTimeline order={order} />
            <PickupCode order={order} />
            <OrderEnding order={order} />
            <OtherShops order={order} />
            <OrderItems order={order} />
            <OwnOrderChanges order={order} />
            <div className={styles.facts}>
              <OrderPlace order={order} />
              <OrderNote order={order} />
              <PaidHow order={order} />
            </div>
            <Row gap={1}>
              <InvoiceLink order={order} />
              <TimelineLink order={order} />
              <OrderContact order={order} title={title} />
              <CancelOwnOrder order={order} />
            </Row>
          </>
        ) : null}
        {isError && !order ? <LoadFailure text={t('summary.loadFailed')} onRetry={() => void refetch()} /> : null}
        {!orders && !isError ? <Skeleton height="200px" /> : null}
      </div>
    </article>
  );
}

/** When a shop that was closed confirms the order: with the day, unless it is today. */
function OpensLater({ shop, opensAt }: { shop: string; opensAt: string }) {
  const t = useText();
  const { moment, momentAfter } = useTimeText();
  const now = useMinute();
  const time = momentAfter(opensAt, now.toISOString());
  return <Notice>{t(time === moment(opensAt) ? 'order.opensOn' : 'order.opensToday', { shop, time })}</Notice>;
}

/** Actions of a finished order: report a problem, or order the same again. */
function AfterOrder({ order, title }: { order: OrderView; title: string }) {
  return (
    <div>
      <OrderAgain order={order} title={title} />
      <OrderProblemLink order={order} />
    </div>
  );
}

/** The heading of the order, by its current status. */
const HEADINGS: Record<OrderStatus, { delivery: TextId; takeaway: TextId }> = {
  Pending: { delivery: 'summary.title', takeaway: 'summary.title' },
  Accepted: { delivery: 'summary.accepted', takeaway: 'summary.accepted' },
  Ready: { delivery: 'summary.ready', takeaway: 'summary.ready' },
  'In Transit': { delivery: 'summary.onTheWay', takeaway: 'summary.onTheWay' },
  Delivered: { delivery: 'summary.delivered', takeaway: 'summary.pickedUp' },
  Declined: { delivery: 'summary.declined', takeaway: 'summary.declined' },
  Cancelled: { delivery: 'summary.cancelled', takeaway: 'summary.cancelled' },
  Expired: { delivery: 'summary.notAccepted', takeaway: 'summary.notAccepted' },
  Returned: { delivery: 'summary.returned', takeaway: 'summary.returned' },
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
