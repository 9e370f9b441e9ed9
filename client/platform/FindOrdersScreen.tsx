import {
  exportFoundOrders,
  findOrders,
  type OperatorOrderView,
  summarizeOrders,
} from '@haat/contract/platform/operator-orders.calls';
import { ORDER_SORTS } from '@haat/contract/platform/operator-lists';
import { ORDER_STATUSES } from '@haat/contract/orders/order-status';
import { PAYMENT_STATUSES } from '@haat/contract/payments/payment';
import { formatRupees } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { cancelOrder } from '@haat/contract/orders/order-ends.calls';
import { SHOP_REASONS } from '@haat/contract/orders/order-reasons';
import { reasonOf } from '@haat/contract/reason';
import { statusAfter } from '@haat/machines/orders/order.machine';
import { orderStatusTextId } from '../i18n/order-status-text.ts';
import { useText } from '../i18n/use-text.ts';
import { pathOf } from '../lib/api.ts';
import { useCall } from '../lib/call-query.ts';
import { counterPaymentText } from '../shared/orders/counter-payment.ts';
import { Row, Stack } from '../ui/Card.tsx';
import { Page } from '../ui/Page.tsx';
import { StatusChip } from '../ui/StatusChip.tsx';
import { Age } from './lists/TimeCells.tsx';
import { DayRange } from './lists/DayRange.tsx';
import { ListedRows } from './lists/ListedRows.tsx';
import { ListFilters, optionsOf } from './lists/ListFilters.tsx';
import { ListSums } from './lists/ListSums.tsx';
import { listPages } from './lists/list-pages.ts';
import type { Column } from './lists/OperatorTable.tsx';
import { ShopFilter } from './ShopFilter.tsx';
import { type ListChoice, readDays, readId, readSorting, useListChoice, useSearched } from './lists/use-list-choice.ts';
import { serverText } from '../i18n/language.ts';
import { reload } from '../lib/reload.ts';
import { Button } from '../ui/Button.tsx';
import { showText } from '../ui/toasts.tsx';
import { useChange } from '../ui/use-change.ts';
import { EndOrderDialog } from '../shared/orders/EndOrderDialog.tsx';
import { RefundOrder } from '../shared/orders/RefundOrder.tsx';
import styles from './Operator.module.css';

/** Any order of the platform, to be looked at, cancelled and refunded. */
export function FindOrdersScreen() {
  const t = useText();
  return (
    <Page title={t('findOrders.title')}>
      <FoundOrders />
    </Page>
  );
}

function FoundOrders() {
  const t = useText();
  const { choice, choose } = useListChoice(ORDER_CHOICES);
  const { filter, list } = readOrderChoice(choice, useSearched(choice.search));
  const pages = useInfiniteQuery(listPages(findOrders, list));
  const { data: summary } = useCall(summarizeOrders, { query: filter }, { placeholderData: keepPreviousData });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const sums = summary && [
    t('findOrders.found', { count: summary.orders }),
    t('findOrders.ordered', { count: summary.ordered_orders, sum: formatRupees(summary.ordered) }),
    t('findOrders.refunded', { amount: formatRupees(summary.refunded) }),
  ];
  return (
    <Stack gap={4}>
      <OrderFilters choice={choice} onChoose={choose} />
      {filter.shop ? <ShopFilter shopId={filter.shop} onClear={() => choose({ shop: '' })} /> : null}
      <ListSums sums={sums} path={pathOf(exportFoundOrders, { query: list })} />
      <ListedRows
        pages={pages}
        texts={{
          failed: 'findOrders.loadFailed',
          none: isFiltered ? 'findOrders.noMatch' : 'findOrders.none',
          more: 'activity.older',
        }}
        caption={t('findOrders.title')}
        columns={COLUMNS}
        sorting={list}
        onSort={choose}
      />
    </Stack>
  );
}

/** The names under which the address has the filters and the sort of the orders. */
const ORDER_CHOICES = ['search', 'shop', 'status', 'payment', 'from', 'to', 'sort', 'direction'] as const;
type OrderChoice = ListChoice<(typeof ORDER_CHOICES)[number]>;

/** The query parameters for a choice; `search`: the text once typing pauses. */
function readOrderChoice(choice: OrderChoice, search: string) {
  const filter = {
    search: search || undefined,
    shop: readId(choice.shop),
    status: ORDER_STATUSES.find((status) => status === choice.status),
    payment_status: PAYMENT_STATUSES.find((status) => status === choice.payment),
    ...readDays(choice),
  };
  return { filter, list: { ...filter, ...readSorting(choice, ORDER_SORTS) } };
}

type FilterProps = { choice: OrderChoice; onChoose: (changes: Partial<OrderChoice>) => void };

function OrderFilters({ choice, onChoose }: FilterProps) {
  const t = useText();
  const any = 'operatorList.any';
  const payments = optionsOf(t, PAYMENT_STATUSES, (status) => `operatorPayments.order.${status}`);
  return (
    <ListFilters
      search="findOrders.search"
      selects={[
        {
          name: 'status',
          label: 'activity.field.status',
          any,
          options: optionsOf(t, ORDER_STATUSES, orderStatusTextId),
        },
        { name: 'payment', label: 'operatorPayments.ofOrder', any, options: payments },
      ]}
      {...{ choice, onChoose }}
    >
      <DayRange days={choice} onChoose={onChoose} />
    </ListFilters>
  );
}

const COLUMNS: Column<OperatorOrderView>[] = [
  { head: 'cashReport.order', cell: (order) => <OrderLead order={order} /> },
  { head: 'findOrders.placed', sort: 'created', cell: ({ order_date }) => <Age at={order_date} hasMoment /> },
  {
    head: 'activity.field.status',
    cell: ({ order_status, takeaway }) => <StatusChip status={order_status} takeaway={takeaway} isForShop />,
  },
  { head: 'activity.field.total', sort: 'total', isNumber: true, cell: (order) => <Total order={order} /> },
  { head: 'operatorPayments.customer', cell: (order) => <Customer order={order} /> },
  { head: 'operatorList.actions', cell: (order) => <Actions order={order} /> },
];

type RowProps = { order: OperatorOrderView };

/** The number leads to what happened to the order, the shop to its page. */
function OrderLead({ order: { id, orderNumber, shop } }: RowProps) {
  const t = useText();
  return (
    <span className={styles.lead}>
      <Link to={`/${shop.slug}/orders/${id}/timeline`} aria-label={t('timeline.of', { number: orderNumber })}>
        {orderNumber}
      </Link>
      <span className={styles.more}>
        <Link to={`/operator/shops/${shop.id}`}>{shopName(shop)}</Link>
      </span>
    </span>
  );
}

function Total({ order: { total, refunded, payment_method, payment_status } }: RowProps) {
  const t = useText();
  return (
    <>
      <span>{formatRupees(total)}</span>
      <span className={styles.more}>
        {payment_status === 'collected' && payment_method !== 'cod'
          ? counterPaymentText({ payment_method }, t)
          : t(`operatorPayments.order.${payment_status}`)}
      </span>
      {refunded > 0 ? (
        <span className={styles.more}>{t('findOrders.refunded', { amount: formatRupees(refunded) })}</span>
      ) : null}
    </>
  );
}

function Customer({ order: { customer_name, customer_phone, customer_email } }: RowProps) {
  return (
    <>
      <span>{customer_name}</span>
      {customer_phone ? <span className={`${styles.more} ${styles.phone}`}>+91 {customer_phone}</span> : null}
      {customer_email ? <span className={styles.more}>{customer_email}</span> : null}
    </>
  );
}

function Actions({ order }: RowProps) {
  return (
    <Row gap={1}>
      <CancelFoundOrder order={order} />
      <RefundFoundOrder order={order} />
    </Row>
  );
}

/** Orders that are not paid expire automatically. */
const isPlaced = ({ payment_status }: OperatorOrderView): boolean =>
  payment_status !== 'awaiting' && payment_status !== 'expired';

/** Cancels an order for a reason that its customer and its shop read, for as long as that is possible. */
function CancelFoundOrder({ order }: { order: OperatorOrderView }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { id, orderNumber: number, order_status: status, takeaway } = order;
  const { send, isSending, error, reset } = useChange(cancelOrder, {
    failed: 'endOrder.failed',
    onDone: () => {
      setOpen(false);
      void showText('success', t('endOrder.done', { number }));
    },
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
          isBusy={isSending}
          problem={
            error
              ? t('endOrder.failed', { body: serverText('endOrder.failed', reasonOf(error).text ?? '') })
              : undefined
          }
          onConfirm={(body) => send({ params: { id }, body })}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Refunds part of a payment; renders nothing if nothing can be refunded. */
function RefundFoundOrder({ order }: { order: OperatorOrderView }) {
  const queries = useQueryClient();
  const { id, orderNumber, order_status, payment_method, refundable } = order;
  if (refundable.online + refundable.cash === 0) return null;
  const isDelivered = order_status === 'Delivered';
  return (
    <RefundOrder
      orderId={id}
      number={orderNumber}
      {...{ refundable, isDelivered }}
      paidBy={payment_method}
      onSettled={() => reload(queries, ['/api/operator/orders'])}
    />
  );
}
