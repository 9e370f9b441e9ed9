import { countShopOrders, listShopOrders, type OrderView } from '@haat/contract/api/orders';
import { addressLine } from '@haat/contract/rules/address';
import { hidesAddress } from '@haat/contract/rules/order-terms';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import { formatRupees } from '@haat/contract/rules/rupees';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo } from 'react';
import { orderStatusTextId } from '../../i18n/order-status-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { call } from '../../lib/api.ts';
import { mapsLink } from '../../lib/maps-link.ts';
import { ApiError } from '../../lib/api-error.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Card, Row } from '../../ui/Card.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { OrderItems } from '../order-history/OrderItems.tsx';
import { ReceiptButton } from '../receipts/PrinterTools.tsx';
import { useAdvanceOrder } from './advance-order.ts';
import { AdvanceButton } from './AdvanceButton.tsx';
import { OrderAge } from './OrderAge.tsx';
import styles from './ShopOrderList.module.css';

/** Without a status and a search: all orders. */
export type BoardFilter = { status?: OrderStatus | undefined; search: string };

type Props = { shopId: number; filter: BoardFilter; /** Shown when there are no orders. */ empty: ReactNode };

/** A card for each order, newest first. Loaded orders stay while a refetch fails. */
export function ShopOrderList({ shopId, filter, empty }: Props) {
  const t = useText();
  const now = useMinute();
  const { orders, error, refetch, isFetchNextPageError, hasNextPage, ...more } = useShopOrders(shopId, filter);
  const problem = useLoadProblem(error);
  const fetchMore = () => void more.fetchNextPage();
  return (
    <>
      {problem && !isFetchNextPageError ? <LoadFailure text={problem} onRetry={() => void refetch()} /> : null}
      {!orders && !error ? <Loading /> : null}
      {orders?.length === 0 ? empty : null}
      <ol className={styles.list}>
        {orders?.map((order) => (
          <li key={order.id}>
            <ShopOrderCard order={order} now={now} />
          </li>
        ))}
      </ol>
      {problem && isFetchNextPageError ? <LoadFailure text={problem} onRetry={fetchMore} /> : null}
      {hasNextPage && !isFetchNextPageError ? (
        <LoadMore
          label={t(more.isFetchingNextPage ? 'shopOrders.loading' : 'shopOrders.showMore')}
          isLoading={more.isFetchingNextPage}
          isAutomatic
          onMore={fetchMore}
        />
      ) : null}
    </>
  );
}

function Loading() {
  const t = useText();
  return (
    <>
      <p className={styles.loading} role="status">
        {t('shopOrders.loading')}
      </p>
      <div className={styles.list}>
        <Skeleton height="320px" radius="20px" />
        <Skeleton height="320px" radius="20px" />
      </div>
    </>
  );
}

/** Why the list could not be loaded: the server's status and text, or that it could not be reached. */
function useLoadProblem(error: Error | null): string | undefined {
  const t = useText();
  if (!error) return undefined;
  if (!(error instanceof ApiError)) return t('shopOrders.networkError');
  const { status, body, reason } = error;
  return t('shopOrders.loadFailed', {
    status: String(status),
    body: reason.text ?? (typeof body === 'string' ? body : ''),
  });
}

type CardProps = { order: OrderView; now: Date };

/** One order of the shop: what to pack, for whom, and the button for its next status. */
function ShopOrderCard({ order, now }: CardProps) {
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
  const place = address && !hidesAddress(order) ? addressLine(address) : undefined;
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
function LastChange({ order: { steps }, now }: CardProps) {
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

const PAGE_SIZE = 50;

// Polled as well: an event sent while the first live connection is being opened would be missed.
const FRESH = { staleTime: 0, refetchInterval: 60_000 };

/** All loaded pages of the shop's orders; live events refetch them. */
function useShopOrders(shopId: number, filter: BoardFilter) {
  const { data, ...rest } = useInfiniteQuery(shopOrdersQuery(shopId, filter));
  const orders = useMemo(() => data?.pages.flat(), [data]);
  return { ...rest, orders };
}

/** The orders of a shop, newest first, by cursor. */
const shopOrdersQuery = (shopId: number, filter: BoardFilter) =>
  infiniteQueryOptions({
    queryKey: [...QUERY_KEYS.shopOrders(shopId), 'list', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listShopOrders, {
        params: { shopId },
        query: { limit: PAGE_SIZE, status: filter.status, search: filter.search || undefined, after: pageParam },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    ...FRESH,
  });

/** The number of orders per status. */
export const orderCountsQuery = (shopId: number) =>
  queryOptions({
    queryKey: [...QUERY_KEYS.shopOrders(shopId), 'counts'] as const,
    queryFn: ({ signal }) => call(countShopOrders, { params: { shopId }, signal }),
    placeholderData: keepPreviousData,
    ...FRESH,
  });
