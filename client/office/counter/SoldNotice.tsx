import type { OrderView } from '@haat/contract/orders/orders.calls';
import { formatPaise, formatRupees, toRupees } from '@haat/contract/rupees';
import { amountOf, priceOf, totalsOf } from '@haat/machines/orders/basket';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { COUNTER_SALE_NAME, spreadDiscount } from '@haat/contract/orders/counter-sale';
import type { SaleRequest } from '@haat/machines/orders/counter-sale.machine';
import { useText } from '../../i18n/use-text.ts';
import { onQueueChange, queueState } from '../../lib/offline-queue/offline-queue.ts';
import { counterPaymentText } from '../../shared/orders/counter-payment.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { ReceiptButton } from '../orders/receipts/PrinterTools.tsx';
import { PROVISIONAL_ID, type ReceiptShop, receiptShopQuery } from '../orders/receipts/receipt-shop.ts';
import type { Counter } from './use-counter.ts';
import { serverNow } from '../../lib/server-clock.ts';
import styles from './CounterSaleScreen.module.css';

/** The sale before: what to give back, and its receipt, until the next customer pays. */
export function SoldNotice({ counter, shopId }: { counter: Counter; shopId: number }) {
  const t = useText();
  const sold = useSelector(counter, ({ context }) => context.sold);
  const { actions } = useSyncExternalStore(onQueueChange, queueState);
  const { data: shop } = useQuery(receiptShopQuery(shopId));
  const order = useMemo(
    () => sold && (sold.order ?? (shop && provisionalOrder({ ...sold, shopId, shop }))),
    [sold, shopId, shop],
  );
  if (!sold) return null;
  const { totalPaise } = totalsOf(sold.request.basket);
  const changePaise = (sold.request.receivedPaise ?? totalPaise) - totalPaise;
  return (
    <section className={styles.sold} aria-label={t('counterSale.lastSale')}>
      <div role="status">
        <p>{t('counterSale.sold', { number: sold.number, amount: formatPaise(totalPaise) })}</p>
        <p className={styles.soldChange}>
          {sold.request.payment === 'cod'
            ? t('counterSale.change', { amount: formatPaise(changePaise) })
            : counterPaymentText(paymentOf(sold.request), t)}
        </p>
      </div>
      {actions.some(({ id }) => id === sold.request.key) ? <p>{t('counterSale.waiting')}</p> : null}
      {order ? <ReceiptButton order={order} /> : null}
      {sold.order ? <TakeBack key={sold.order.id} order={sold.order} /> : null}
    </section>
  );
}

const paymentOf = ({ payment, parts }: SaleRequest) => ({
  payment_method: payment,
  ...(parts && { payments: parts.map(({ method, paise }) => ({ method, amount: toRupees(paise) })) }),
});

type Sale = { request: SaleRequest; number: string; shopId: number; shop: ReceiptShop };

/** The order that a sale without a connection will become, for its receipt. */
function provisionalOrder({ request, number, shopId, shop }: Sale): OrderView {
  const { basket } = request;
  const { totalPaise, discountPaise } = totalsOf(basket);
  const discounts = spreadDiscount(basket.lines.map(amountOf), discountPaise);
  const { slug, name, phone } = shop;
  return {
    ...NOTHING,
    orderNumber: number,
    order_date: new Date(serverNow()).toISOString(),
    ...paymentOf(request),
    total: toRupees(totalPaise),
    customer_phone: basket.phone ?? null,
    shop: { id: shopId, slug, name, phone },
    items: basket.lines.map((line, nr) => ({
      id: line.item.variant_id,
      product_id: line.item.variant_id,
      name: line.item.name,
      size: line.item.size,
      color: line.item.color,
      unit: line.item.unit,
      unit_type: line.item.unit,
      image: line.item.image,
      size_id: null,
      color_id: null,
      unit_id: null,
      quantity: line.quantity,
      price: toRupees(priceOf(line)),
      amount: toRupees(amountOf(line) - (discounts[nr] ?? 0)),
      discount: toRupees(discounts[nr] ?? 0),
      mrp: line.item.mrp,
      packed_grams: line.grams ?? null,
      written_off: 0,
    })),
  };
}

/** What a sale over the counter does not have. */
const NOTHING = {
  id: PROVISIONAL_ID,
  channel: 'counter',
  order_status: 'Delivered',
  payment_status: 'collected',
  takeaway: true,
  refunded: 0,
  refundable: { online: 0, cash: 0 },
  cash_extra: 0,
  revision: 1,
  minordervalue: 0,
  customer_name: COUNTER_SALE_NAME,
  customer_phone: null,
  address: null,
  note: null,
  steps: [],
  accept_by: null,
  promised_at: null,
  unanswered_from: null,
  cancel_until: null,
  report_until: null,
  hold_until: null,
  asks_code: false,
  pickup_code: null,
  problems: [],
  replaces: null,
  cancellation: null,
  if_unavailable: 'call_me',
  revisions: [],
  proposal: null,
} satisfies Partial<OrderView>;

export const ReturnSaleDialog = lazyDialog(() => import('./ReturnSaleDialog.tsx'), 'ReturnSaleDialog');

/** Corrects a wrong sale, or takes back items that are returned right away. */
function TakeBack({ order }: { order: OrderView }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [present, setPresent] = useState(order);
  const onReturned = (returned: OrderView) => {
    setPresent(returned);
    setOpen(false);
  };
  return (
    <>
      {present.refunded > 0 ? (
        <p role="status">{t('counterSale.paidBack', { amount: formatRupees(present.refunded) })}</p>
      ) : null}
      {present.refunded < present.total ? (
        <Button look="quiet" onClick={() => setOpen(true)}>
          {t('counterSale.takeBack')}
        </Button>
      ) : null}
      {isOpen ? <ReturnSaleDialog order={present} onReturned={onReturned} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
