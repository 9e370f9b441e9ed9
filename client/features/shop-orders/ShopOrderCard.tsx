import type { OrderView } from '@haat/contract/api/orders';
import { addressLine } from '@haat/contract/rules/address';
import { hidesAddress } from '@haat/contract/rules/order-terms';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import { formatRupees } from '@haat/contract/rules/rupees';
import { mapsLink } from '@haat/contract/rules/shop';
import { needsPickupCode } from '@haat/machines/order-status/hand-over';
import { nextStatus } from '@haat/machines/order-status/order.machine';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { shopStatusTextId } from '../../i18n/order-status-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { lazyComponent } from '../../lib/lazy-component.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Card, Row } from '../../ui/Card.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { AdjustOrder, AdjustOrderDialog } from '../adjust-order/AdjustOrder.tsx';
import { OrderItems, OrderNote } from '../order-history/OrderItems.tsx';
import { TimelineLink } from '../order-timeline/TimelineLink.tsx';
import { ReceiptButton } from '../receipts/PrinterTools.tsx';
import { RefundDialog, RefundOrder } from '../refunds/RefundOrder.tsx';
import { useAdvanceOrder } from './advance-order.ts';
import { AdvanceButton } from './AdvanceButton.tsx';
import { EndOrderButtons, EndShopOrderDialog } from './EndOrderButtons.tsx';
import { OrderAge } from './OrderAge.tsx';
import { PromisedTime, ReadyIn } from './PromisedTime.tsx';
import styles from './ShopOrderList.module.css';
import { WrittenOffItems } from './WrittenOffItems.tsx';

const CancellationAnswer = lazyComponent(() => import('./CancellationAnswer.tsx'), 'CancellationAnswer');
const OpenProposal = lazyComponent(() => import('../adjust-order/OpenProposal.tsx'), 'OpenProposal');
const OrderChanges = lazyComponent(() => import('../adjust-order/OrderChanges.tsx'), 'OrderChanges');
const HandOverDialog = lazyDialog(() => import('../pickup-code/HandOverDialog.tsx'), 'HandOverDialog');

/** Few orders need them, and later taps open them. */
export const LATE_PARTS = [
  EndShopOrderDialog,
  AdjustOrderDialog,
  HandOverDialog,
  RefundDialog,
  CancellationAnswer,
  OpenProposal,
  OrderChanges,
];

const PARTS_TIMEOUT_MS = 2000;

/** Loads what the cards of these orders show beyond others, for a while: a card that grows later moves those below. */
export async function loadPartsOf(orders: readonly OrderView[]): Promise<void> {
  const parts = [
    ...(orders.some(({ cancellation }) => cancellation?.state === 'open') ? [CancellationAnswer] : []),
    ...(orders.some(({ proposal, order_status: status }) => proposal && status === 'Accepted') ? [OpenProposal] : []),
    ...(orders.some(({ revision }) => revision > 1) ? [OrderChanges] : []),
  ];
  if (parts.length === 0) return;
  const tooLate = new Promise((resolve) => setTimeout(resolve, PARTS_TIMEOUT_MS));
  // The cards retry what failed.
  await Promise.race([Promise.allSettled(parts.map(({ preload }) => preload())), tooLate]);
}

type CardProps = { order: OrderView; now: Date };

/** One order of the shop: what to pack, for whom, and the button for its next status. */
export function ShopOrderCard({ order, now }: CardProps) {
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
      {isAsked ? <CancellationAnswer order={order} status={status} /> : null}
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
  order: Pick<OrderView, 'channel' | 'payment_method' | 'payment_status' | 'total' | 'cash_extra' | 'replaces'>;
  status: OrderStatus;
};

/** How the order is paid, and how much cash is still to be collected. */
function OrderPayment({ order, status }: OrderPaymentProps) {
  const t = useText();
  const { channel, payment_method, payment_status, total, cash_extra: extra, replaces } = order;
  if (channel === 'counter')
    return (
      <p className={`${styles.payment} ${styles.paid}`}>
        {t(payment_method === 'upi' ? 'counterSale.paidByUpi' : 'counterSale.paidInCash')}
      </p>
    );
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
        <strong>{order.channel === 'counter' ? t('counterSale.title') : customer_name}</strong>
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
