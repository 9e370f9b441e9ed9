import { cancelOrder } from '@haat/contract/api/order-ends';
import { findOrders, type OperatorOrderView } from '@haat/contract/api/operator';
import { SHOP_REASONS } from '@haat/contract/rules/order-reasons';
import { reasonOf } from '@haat/contract/rules/reason';
import { formatRupees } from '@haat/contract/rules/rupees';
import { shopName } from '@haat/contract/rules/shop';
import { statusAfter } from '@haat/machines/order-status/order.machine';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import { serverText } from '../../i18n/language.ts';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Page } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { showText } from '../../ui/toasts.tsx';
import { type ChosenReason, EndOrderDialog } from '../end-order/EndOrderDialog.tsx';
import { TimelineLink } from '../order-timeline/TimelineLink.tsx';
import { RefundOrder } from '../refunds/RefundOrder.tsx';
import styles from './Operator.module.css';
import { searchedPages } from '../../lib/searched-pages.ts';

/** The server's limit. */
const MAX_SEARCH_LENGTH = 100;

/** The orders that match the search, newest first, in pages. */
const ordersQuery = (search: string) =>
  searchedPages({
    queryKey: BACK_OFFICE_QUERY_KEYS.operatorOrders,
    search,
    load: (query, signal) => call(findOrders, { query, signal }),
  });

/** Any order of the platform, to be looked at, cancelled and refunded. */
export function FindOrdersScreen() {
  const t = useText();
  const [search, setSearch] = useState('');
  return (
    <Page title={t('findOrders.title')} narrow>
      <Stack gap={5}>
        <SearchField label={t('findOrders.search')} value={search} onChange={setSearch} />
        <OrderList search={useDeferredValue(search.trim().slice(0, MAX_SEARCH_LENGTH))} />
      </Stack>
    </Page>
  );
}

function OrderList({ search }: { search: string }) {
  const t = useText();
  const now = useMinute();
  const { data: orders, error, refetch, ...older } = useInfiniteQuery(ordersQuery(search));
  if (error) return <LoadFailure text={t('findOrders.loadFailed')} onRetry={() => void refetch()} />;
  if (!orders) return <Skeleton height="150vh" radius="var(--radius-card)" />;
  if (orders.length === 0) return <EmptyState text={t(search ? 'findOrders.noMatch' : 'findOrders.none')} />;
  return (
    <div>
      <Stack as="ul">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} now={now} />
        ))}
      </Stack>
      {older.hasNextPage ? (
        <LoadMore
          label={t('activity.older')}
          isLoading={older.isFetchingNextPage}
          onMore={() => void older.fetchNextPage()}
        />
      ) : null}
    </div>
  );
}

/** One order: where it is, whose, what it cost, how old it is, and what the operator can do about it. */
function OrderRow({ order, now }: { order: OperatorOrderView; now: Date }) {
  const t = useText();
  const { age, moment } = useTimeText();
  const { orderNumber, order_date, order_status, payment_status, shop, total, refunded } = order;
  const { customer_name, customer_phone, customer_email } = order;
  return (
    <Card as="li" gap={2}>
      <Row justify="between" gap={2}>
        <h2 className={styles.name}>{t('history.order', { number: orderNumber })}</h2>
        <StatusChip status={order_status} takeaway={order.takeaway} isForShop />
      </Row>
      <p className={styles.facts}>
        <Link to={`/${shop.slug}/products`}>{shopName(shop)}</Link>
        <strong>{formatRupees(total)}</strong>
        <span>{t(`operatorPayments.order.${payment_status}`)}</span>
        {refunded > 0 ? <span>{t('findOrders.refunded', { amount: formatRupees(refunded) })}</span> : null}
        <time dateTime={order_date} title={moment(order_date)}>
          {age(order_date, now)}
        </time>
      </p>
      <p className={styles.facts}>
        <span>{customer_name}</span>
        {customer_phone ? <span>+91 {customer_phone}</span> : null}
        {customer_email ? <span>{customer_email}</span> : null}
      </p>
      <Row gap={2}>
        <TimelineLink order={order} />
        <CancelOrder order={order} />
        <RefundFoundOrder order={order} />
      </Row>
    </Card>
  );
}

/** Orders that are not paid expire by themselves. */
const isPlaced = ({ payment_status }: OperatorOrderView): boolean =>
  payment_status !== 'awaiting' && payment_status !== 'expired';

/** Cancels an order for a reason that its customer and its shop read, for as long as that is possible. */
function CancelOrder({ order }: { order: OperatorOrderView }) {
  const t = useText();
  const outdated = useOutdate();
  const [isOpen, setOpen] = useState(false);
  const { id, orderNumber: number, order_status: status, takeaway } = order;
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (body: ChosenReason) => call(cancelOrder, { params: { id }, body }),
    onSuccess: () => {
      setOpen(false);
      void showText('success', t('endOrder.done', { number }));
    },
    // Also after a refusal: the order has changed in the meantime.
    onSettled: outdated,
  });
  const canCancel = statusAfter({ status, takeaway }, { type: 'cancel', by: 'operator', at: 0 }) !== undefined;
  if (!isOpen && !(isPlaced(order) && canCancel)) return null;
  const close = () => {
    setOpen(false);
    reset();
  };
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('endOrder.cancel')}
        <span className="visually-hidden"> {number}</span>
      </Button>
      {isOpen ? (
        <EndOrderDialog
          title={t('endOrder.cancelTitle', { number })}
          effect={t('endOrder.shopEffect')}
          reasons={SHOP_REASONS}
          confirm={t('endOrder.cancel')}
          isBusy={isPending}
          problem={
            error
              ? t('endOrder.failed', { body: serverText('endOrder.failed', reasonOf(error).text ?? '') })
              : undefined
          }
          onConfirm={mutate}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Refunds a part of what was paid; renders nothing while nothing was. */
function RefundFoundOrder({ order }: { order: OperatorOrderView }) {
  const outdated = useOutdate();
  const { id, orderNumber, order_status, refundable } = order;
  if (refundable.online + refundable.cash === 0) return null;
  const isDelivered = order_status === 'Delivered';
  return <RefundOrder orderId={id} number={orderNumber} {...{ refundable, isDelivered }} onSettled={outdated} />;
}

function useOutdate(): () => unknown {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.operatorOrders });
}
