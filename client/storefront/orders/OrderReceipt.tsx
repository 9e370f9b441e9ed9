import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { shopName } from '@haat/contract/shops/shop';
import { isFinalStatus } from '@haat/machines/orders/order.machine';
import { searchMarket } from '@haat/contract/shops/search.calls';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Awning } from '../../ui/Awning.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { OwnOrderChanges, OwnProposal } from '../../shared/orders/OwnAdjustment.tsx';
import { CancelOwnOrder } from '../../shared/orders/CancelOwnOrder.tsx';
import { OrderEnding } from '../../shared/orders/OrderEnding.tsx';
import looks from '../../ui/looks.module.css';
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
import { useProductName } from '../../i18n/use-name.ts';
import { call } from '../../lib/api.ts';
import { hasLocationPermission, locate } from '../../lib/browser.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { buttonClass } from '../../ui/Button.tsx';
import styles from './Orders.module.css';

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
      <Stack gap={4} className={styles.body}>
        <Row justify="between">
          <h2>{title}</h2>
          {order ? <StatusChip status={order.order_status} takeaway={order.takeaway} /> : null}
        </Row>
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
            <div className={looks.hint}>
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
      </Stack>
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

/** More links than these are no help. */
const MAX_LINKS = 3;

/** Where else an order's items are sold, when its shop did not sell them. */
function OtherShops({ order }: { order: OrderView }) {
  if (!wasRefused(order)) return null;
  const names = [...new Set(order.items.map(({ name }) => name))].slice(0, MAX_LINKS);
  return (
    <Stack gap={1}>
      {names.map((name) => (
        <OtherShopsLink key={name} name={name} shopId={order.shop.id} />
      ))}
    </Stack>
  );
}

/** Whether the shop declined the order, did not answer, or ended it because something was sold out. */
function wasRefused({ order_status: status, steps, cancellation }: OrderView): boolean {
  if (status === 'Declined' || status === 'Expired') return true;
  const { actor, reason } = steps.find((step) => step.status === status) ?? {};
  const isByCustomer = actor === 'customer' || cancellation?.state === 'granted';
  return status === 'Cancelled' && !isByCustomer && reason === 'item_unavailable';
}

function OtherShopsLink({ name, shopId }: { name: string; shopId: number }) {
  const t = useText();
  const shown = useProductName()(name);
  const { data } = useSellers(name);
  const count = data?.shopIds.filter((id) => id !== shopId).length ?? 0;
  const text = data?.isNear ? 'summary.othersNear' : 'summary.others';
  return (
    <Link className={buttonClass('secondary')} to={`/${MAIN_SHOP_SLUG}/dashboard?q=${encodeURIComponent(name)}`}>
      {t(count > 0 ? text : 'summary.otherShops', { name: shown, count })}
    </Link>
  );
}

/** The shops that have the product in stock: near the customer if the location is already allowed, else all. */
const useSellers = (name: string) =>
  useQuery({
    queryKey: [searchMarket.path, 'sellers', name],
    queryFn: async ({ signal }) => {
      const place = (await hasLocationPermission()) ? await locate().catch(() => undefined) : undefined;
      const at = place && { lat: place.lat.toFixed(4), lng: place.lng.toFixed(4) };
      const { products } = await call(searchMarket, { query: { q: name.slice(0, 100), limit: 50, ...at }, signal });
      const shopIds = products.filter((product) => product.in_stock).map(({ shop }) => shop.id);
      return { shopIds: [...new Set(shopIds)], isNear: place !== undefined };
    },
    staleTime: 60_000,
    retry: false,
  });
