import { countShopOrders, listShopOrders, type OrderView } from '@haat/contract/api/orders';
import { addressLine } from '@haat/contract/rules/address';
import { hidesAddress } from '@haat/contract/rules/order-terms';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import { formatRupees } from '@haat/contract/rules/rupees';
import { mapsLink } from '@haat/contract/rules/shop';
import { needsPickupCode } from '@haat/machines/order-status/hand-over';
import { nextStatus } from '@haat/machines/order-status/order.machine';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { shopStatusTextId } from '../../i18n/order-status-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { call } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Card, Row } from '../../ui/Card.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { OrderItems, OrderNote } from '../order-history/OrderItems.tsx';
import { TimelineLink } from '../order-timeline/TimelineLink.tsx';
import { ReceiptButton } from '../receipts/PrinterTools.tsx';
import { useAdvanceOrder } from './advance-order.ts';
import { AdvanceButton } from './AdvanceButton.tsx';
import { CancellationAnswer } from './CancellationAnswer.tsx';
import { EndOrderButtons } from './EndOrderButtons.tsx';
import { PromisedTime, ReadyIn } from './PromisedTime.tsx';
import { OrderAge } from './OrderAge.tsx';
import { WrittenOffItems } from './ReturnedItems.tsx';
import styles from './ShopOrderList.module.css';

const AdjustOrder = lazyComponent(() => import('../adjust-order/AdjustOrder.tsx'), 'AdjustOrder');
const OpenProposal = lazyComponent(() => import('../adjust-order/OpenProposal.tsx'), 'OpenProposal');
const OrderChanges = lazyComponent(() => import('../adjust-order/OrderChanges.tsx'), 'OrderChanges');
const HandOverDialog = lazyComponent(() => import('../pickup-code/HandOverDialog.tsx'), 'HandOverDialog');
const RefundOrder = lazyComponent(() => import('../refunds/RefundOrder.tsx'), 'RefundOrder');

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
  const [readyIn, setReadyIn] = useState<number>();
  const isAsked = status === 'Accepted' && order.cancellation?.state === 'open';
  const waitsForCustomer = status === 'Accepted' && order.proposal?.state === 'open';
  const title = t('history.order', { number: order.orderNumber || String(order.id) });
  return (
    <Card as="article" gap={4} className={styles.card} aria-labelledby={titleId} tabIndex={-1} data-order={order.id}>
      <Row as="header" justify="between" gap={2}>
        <h2 id={titleId}>{title}</h2>
        <div aria-live="polite">
          <StatusChip status={status} takeaway={order.takeaway} isForShop />
        </div>
        <OrderAge order={order} status={status} now={now} />
      </Row>
      <OrderItems order={order} />
      <WrittenOffItems order={order} />
      {order.revision > 1 ? <OrderChanges order={order} /> : null}
      {order.proposal ? <OpenProposal order={order} /> : null}
      <OrderNote order={order} className={styles.note} />
      {status === 'Pending' || status === 'Accepted' ? <p>{t(`adjust.wants.${order.if_unavailable}`)}</p> : null}
      <OrderPayment order={order} status={status} />
      <OrderCustomer order={order} />
      <LastChange order={order} now={now} />
      <CancellationAnswer order={order} status={status} />
      <PromisedTime order={order} status={status} now={now} />
      {status === 'Pending' && !advancing.change ? (
        <ReadyIn shopId={order.shop.id} minutes={readyIn} onChoose={setReadyIn} />
      ) : null}
      {isAsked || waitsForCustomer ? null : (
        <NextStep order={order} titleId={titleId} advancing={advancing} readyIn={readyIn} />
      )}
      <ShopProblemLink order={order} />
      <Row gap={2}>
        <ReceiptButton order={order} />
        <TimelineLink order={order} />
        {status === 'Accepted' && !advancing.change ? <AdjustOrder order={order} /> : null}
        <RefundShopOrder order={order} />
        {advancing.isUndoable || advancing.isSaving || isAsked ? null : (
          <EndOrderButtons order={order} status={status} now={now} onEnd={advancing.end} />
        )}
      </Row>
    </Card>
  );
}

type NextStepProps = {
  order: OrderView;
  titleId: string;
  advancing: ReturnType<typeof useAdvanceOrder>;
  readyIn: number | undefined;
};

/** The button for the next status; an order whose shop asks for the pickup code is handed over in a dialog. */
function NextStep({ order, titleId, advancing, readyIn }: NextStepProps) {
  const [isHandingOver, setHandingOver] = useState(false);
  const { takeaway, asks_code: asksCode } = order;
  const { status } = advancing;
  const needsCode = needsPickupCode({ status, asksCode }, nextStatus({ status, takeaway }), 'shop');
  const advance = () => (needsCode ? setHandingOver(true) : advancing.advance(readyIn));
  return (
    <>
      <AdvanceButton titleId={titleId} takeaway={takeaway} {...advancing} advance={advance} />
      {isHandingOver ? (
        <HandOverDialog
          order={order}
          onHandedOver={(saved) => {
            setHandingOver(false);
            advancing.handedOver(saved);
          }}
          onClose={() => setHandingOver(false)}
        />
      ) : null}
    </>
  );
}

/** The way to what the customer has reported last. */
function ShopProblemLink({ order: { problems, shop } }: { order: OrderView }) {
  const t = useText();
  const [latest] = problems;
  if (!latest) return null;
  return (
    <Link className={buttonClass('secondary')} to={`/${shop.slug}/admin/problems/${latest.id}`}>
      {t('problem.link', { number: latest.number, state: t(`problem.state.${latest.state}`) })}
    </Link>
  );
}

/** Refunds a part of what was paid, online or in cash; renders nothing while nothing was. */
function RefundShopOrder({ order }: { order: OrderView }) {
  const queries = useQueryClient();
  const { id, orderNumber, order_status, refundable } = order;
  if (refundable.online + refundable.cash === 0) return null;
  return (
    <RefundOrder
      orderId={id}
      number={orderNumber}
      refundable={refundable}
      isDelivered={order_status === 'Delivered'}
      onSettled={() => queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.allShopOrders })}
    />
  );
}

type OrderPaymentProps = {
  order: Pick<OrderView, 'payment_method' | 'payment_status' | 'total' | 'cash_extra' | 'replaces'>;
  status: OrderStatus;
};

/** How the order is paid, and how much cash is still to be collected. */
function OrderPayment({ order, status }: OrderPaymentProps) {
  const t = useText();
  const { payment_method, payment_status, total, cash_extra: extra, replaces } = order;
  if (replaces)
    return <p className={styles.payment}>{t('problem.replacementFor', { number: replaces.orderNumber })}</p>;
  if (payment_status === 'refund_due' || payment_status === 'refunded')
    return <p className={styles.payment}>{t('shopOrders.refunded')}</p>;
  if (payment_method === 'online' && (extra === 0 || status === 'Delivered'))
    return <p className={`${styles.payment} ${styles.paid}`}>{t('history.paidOnline')}</p>;
  if (payment_method === 'online') return <CashToCollect text={t('history.paidOnline')} amount={extra} />;
  if (payment_status === 'cancelled') return <p className={styles.payment}>{t('shopOrders.nothingDue')}</p>;
  if (status === 'Delivered') return <p className={styles.payment}>{t('history.paidCod')}</p>;
  return <CashToCollect text={t('history.paidCod')} amount={total} />;
}

function CashToCollect({ text, amount }: { text: string; amount: number }) {
  const t = useText();
  return (
    <p className={`${styles.payment} ${styles.due}`}>
      <span>{text}</span>
      <strong>{t('shopOrders.collect', { amount: formatRupees(amount) })}</strong>
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
function LastChange({ order: { steps, takeaway }, now }: CardProps) {
  const t = useText();
  const { age } = useTimeText();
  const last = steps.at(-1);
  if (!last) return null;
  const { status, by, at, actor, reason, text } = last;
  const why = text ?? (reason && t(`reason.${reason}`));
  if (why !== undefined && actor === 'customer')
    return <p className={styles.change}>{t('shopOrders.endedByCustomer', { reason: why })}</p>;
  if (why !== undefined && actor === 'operator')
    return <p className={styles.change}>{t('shopOrders.endedByOperator', { reason: why })}</p>;
  if (by === undefined) return null;
  return (
    <p className={styles.change}>
      {t('shopOrders.stepBy', { status: t(shopStatusTextId(status, { takeaway })), name: by, age: age(at, now) })}
      {why === undefined ? null : ` · ${why}`}
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
