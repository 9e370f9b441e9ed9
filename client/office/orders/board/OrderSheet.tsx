import type { OrderView } from '@haat/contract/orders/orders.calls';
import { addressLine } from '@haat/contract/accounts/address';
import { hidesAddress } from '@haat/contract/orders/order-terms';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { formatRupees } from '@haat/contract/rupees';
import { mapsLink } from '@haat/contract/shops/map-links';
import { Link, useLocation } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import looks from '../../../ui/looks.module.css';
import { AdjustOrder } from '../AdjustOrder.tsx';
import { OrderItems, paymentText } from '../../../shared/orders/OrderItems.tsx';
import { TimelineLink } from '../../../shared/orders/TimelineLink.tsx';
import { ReceiptButton } from '../receipts/PrinterTools.tsx';
import { RefundOrder } from '../../../shared/orders/RefundOrder.tsx';
import type { OrderEnd, useAdvanceOrder } from './advance-order.ts';
import { EndOrderButtons } from './EndOrderButtons.tsx';
import { LastChange } from './LastChange.tsx';
import { AcceptFor, PromisedTime, ReadyIn } from './PromisedTime.tsx';
import { useProductName } from '../../../i18n/use-name.ts';
import styles from './OrderSheet.module.css';

type Props = {
  order: OrderView;
  advancing: ReturnType<typeof useAdvanceOrder>;
  now: Date;
  readyIn: { readyIn: number | undefined; setReadyIn: (minutes: number | undefined) => void };
  onClose: () => void;
};

/** All of an order that its ticket leaves out: prices, customer, payment, what changed, and everything else that can be done. */
export function OrderSheet({ order, advancing, now, readyIn: { readyIn, setReadyIn }, onClose }: Props) {
  const t = useText();
  const { pathname, search } = useLocation();
  const { status } = advancing;
  const isAsked = status === 'Accepted' && order.cancellation?.state === 'open';
  const title = t('history.order', { number: order.orderNumber || String(order.id) });
  const end = (chosen: OrderEnd) => {
    onClose();
    advancing.end(chosen);
  };
  return (
    <Dialog label={title} shape="sheet" onClose={onClose}>
      <Stack gap={4}>
        <Row as="header" justify="between" gap={2}>
          <h2>{title}</h2>
          <StatusChip status={status} takeaway={order.takeaway} isForShop />
        </Row>
        <OrderCustomer order={order} />
        <OrderItems order={order} />
        <WrittenOffItems order={order} />
        {status === 'Pending' || status === 'Accepted' ? <p>{t(`adjust.wants.${order.if_unavailable}`)}</p> : null}
        <OrderPayment order={order} status={status} />
        <LastChange order={order} now={now} />
        <PromisedTime order={order} status={status} now={now} />
        {status === 'Pending' && !advancing.change ? (
          <>
            <ReadyIn order={order} minutes={readyIn} onChoose={setReadyIn} />
            <AcceptFor
              order={order}
              minutes={readyIn}
              onAccept={() => {
                onClose();
                advancing.advance(readyIn);
              }}
            />
          </>
        ) : null}
        <ReceiptButton order={order} />
        <Row gap={2}>
          <TimelineLink order={order} />
          {order.channel === 'online' || order.customer_phone ? (
            <Link
              className={buttonClass('quiet')}
              to={`/${order.shop.slug}/admin/customers/${order.id}`}
              state={{ board: pathname + search }}
              replace
            >
              {t('customers.show')}
            </Link>
          ) : null}
          {status === 'Accepted' && !advancing.change ? <AdjustOrder order={order} onClosed={onClose} /> : null}
          <RefundShopOrder order={order} />
          {advancing.isUndoable || advancing.isSaving || isAsked ? null : (
            <EndOrderButtons order={order} status={status} now={now} onEnd={end} />
          )}
        </Row>
        <Button look="secondary" wide onClick={onClose}>
          {t('common.close')}
        </Button>
      </Stack>
    </Dialog>
  );
}

/** The written-off items of an order; renders nothing without any. */
function WrittenOffItems({ order: { items: lines } }: { order: OrderView }) {
  const t = useText();
  const nameOf = useProductName();
  const lost = lines.filter(({ written_off: count }) => count > 0);
  if (lost.length === 0) return null;
  return (
    <p>
      {t('returned.writtenOff', {
        items: lost.map(({ name, written_off: count }) => `${count} × ${nameOf(name)}`).join(', '),
      })}
    </p>
  );
}

/** Refunds part of a payment, online or in cash; renders nothing if nothing can be refunded. */
function RefundShopOrder({ order }: { order: OrderView }) {
  const { id, orderNumber, order_status, payment_method, refundable } = order;
  if (refundable.online + refundable.cash === 0) return null;
  return (
    <RefundOrder
      orderId={id}
      number={orderNumber}
      refundable={refundable}
      paidBy={payment_method}
      isDelivered={order_status === 'Delivered'}
    />
  );
}

type OrderPaymentProps = {
  order: OrderView;
  status: OrderStatus;
};

/** How the order is paid, and how much cash is still to be collected. */
function OrderPayment({ order, status }: OrderPaymentProps) {
  const t = useText();
  const { channel, payment_method, payment_status, total, cash_extra: extra, replaces } = order;
  if (channel === 'counter') return <p className={`${styles.payment} ${styles.paid}`}>{paymentText(order, t)}</p>;
  if (replaces)
    return <p className={styles.payment}>{t('problem.replacementFor', { number: replaces.orderNumber })}</p>;
  if (payment_status === 'refund_due' || payment_status === 'refunded')
    return <p className={styles.payment}>{t('shopOrders.refunded')}</p>;
  if (payment_method === 'online' && (extra === 0 || status === 'Delivered'))
    return <p className={`${styles.payment} ${styles.paid}`}>{t('history.paidOnline')}</p>;
  if (payment_method === 'online') return <CashToCollect text={t('history.paidOnline')} amount={extra} />;
  if (payment_status === 'cancelled') return <p className={styles.payment}>{t('shopOrders.nothingDue')}</p>;
  const inCash = paymentText({ ...order, order_status: status }, t);
  if (status === 'Delivered') return <p className={styles.payment}>{inCash}</p>;
  return <CashToCollect text={inCash} amount={total} />;
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
    <div className={looks.anywhere}>
      <Row as="p" rowGap={0} justify="between">
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
      </Row>
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
