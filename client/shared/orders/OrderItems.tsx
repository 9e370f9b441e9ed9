import type { OrderView } from '@haat/contract/orders/orders.calls';
import { hidesAddress } from '@haat/contract/orders/order-terms';
import { formatRupees } from '@haat/contract/rupees';
import { directionsLink } from '@haat/contract/shops/map-links';
import { shopName } from '@haat/contract/shops/shop';
import { getShop } from '@haat/contract/shops/shops.calls';
import { isFinalStatus } from '@haat/machines/orders/order.machine';
import { useClockText } from '../../i18n/use-clock-text.ts';
import { useProductName, useVariantLabel } from '../../i18n/use-name.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { useCall } from '../../lib/call-query.ts';
import { Stack } from '../../ui/Card.tsx';
import looks from '../../ui/looks.module.css';
import { counterPaymentText } from './counter-payment.ts';
import { weightText } from './weight-text.ts';
import { ProductInitial } from '../../ui/ProductInitial.tsx';
import { settlementRows } from './settlement-rows.ts';
import { CartThumbnail } from './CartLineParts.tsx';
import styles from './OrderItems.module.css';

type Props = { order: OrderView };

/** The ordered items, the total, and the refunded part of the payment. */
export function OrderItems({ order }: Props) {
  const { items, total } = order;
  const t = useText();
  const lineForm = useVariantLabel();
  const productNameOf = useProductName();
  return (
    <div>
      <Stack as="ul" gap={2}>
        {items.map(({ id, name, quantity, amount, packed_grams: grams, size, color, unit, image }) => {
          const form = lineForm({ size: size ?? undefined, color: color ?? undefined, unit: unit ?? undefined });
          return (
            <li key={id} className={styles.item}>
              {image ? (
                <CartThumbnail image={image} />
              ) : (
                <ProductInitial name={productNameOf(name)} className={styles.initial} />
              )}
              <span className={styles.words}>
                <span className={`${looks.strong} ${looks.numbers}`}>{quantity} ×</span> {productNameOf(name)}{' '}
                {form ? <span className={styles.form}>{form}</span> : null}
                {grams === null ? null : <PackedWeight grams={grams} />}
              </span>
              <span className={styles.price}>{formatRupees(amount)}</span>
            </li>
          );
        })}
      </Stack>
      <p className={styles.total}>
        <span>{t('cart.total')}</span>
        <strong>{formatRupees(total)}</strong>
      </p>
      {settlementRows(order, t).map(({ label, amount }) => (
        <p key={label} className={styles.refunded}>
          <span>{label}</span>
          <span>{amount}</span>
        </p>
      ))}
    </div>
  );
}

function PackedWeight({ grams }: { grams: number }) {
  const t = useText();
  return (
    <>
      {' '}
      <span className={styles.form}>{t('adjust.packedWeight', { weight: weightText(t, grams) })}</span>
    </>
  );
}

/** The customer's note to the shop; nothing for an order without a note. */
export function OrderNote({ order: { note }, className }: OrderPlaceProps & { className?: string | undefined }) {
  const t = useText();
  return note ? <p className={className}>{t('history.note', { note })}</p> : null;
}

type OrderPlaceProps = { order: OrderView };

/** Where the order goes; for takeaway, where and when it can be picked up. */
export function OrderPlace({ order }: OrderPlaceProps) {
  const t = useText();
  if (hidesAddress(order)) return <PickUpPlace order={order} />;
  if (!order.address) return null;
  const { street, city, zip } = order.address;
  return (
    <p>
      {t('history.deliverTo')}: {street}, {city} {zip}
    </p>
  );
}

/** The shop's address and hours, until the order is picked up. */
function PickUpPlace({ order: { shop, order_status } }: OrderPlaceProps) {
  const t = useText();
  const { hours } = useClockText();
  const isAhead = !isFinalStatus(order_status);
  const { data } = useCall(getShop, { params: { slug: shop.slug } }, { enabled: isAhead });
  const now = useMinute();
  const hoursText = data && (hours(data, now) ?? t('header.alwaysOpen'));
  return (
    <>
      <p>{t(isAhead ? 'history.takeaway' : 'history.takeawayDone')}</p>
      {isAhead && data ? (
        <>
          {data.address ? (
            <p>
              {data.address}{' '}
              <a
                className={styles.map}
                href={directionsLink(`${shopName(shop)}, ${data.address}`)}
                target="_blank"
                rel="noreferrer"
              >
                {t('history.directions')}
              </a>
            </p>
          ) : null}
          <p>{t('history.hours', { hours: hoursText || t('header.dayOff') })}</p>
        </>
      ) : null}
    </>
  );
}

/** How the order is or was paid, and the part in cash. */
export function PaidHow({ order }: { order: OrderView }) {
  const t = useText();
  const { cash_extra: extra, payment_status, replaces } = order;
  const isExtra = extra > 0 && payment_status === 'paid';
  return (
    <p>
      {replaces ? t('problem.replacementFor', { number: replaces.orderNumber }) : paymentText(order, t)}
      {isExtra ? `, ${t('history.cashExtra', { amount: formatRupees(extra) })}` : null}
    </p>
  );
}

type PaidOrder = Pick<
  OrderView,
  'channel' | 'payment_method' | 'payments' | 'payment_status' | 'order_status' | 'takeaway'
>;

/** How the order is or was paid. */
export function paymentText(order: PaidOrder, t: Text): string {
  const { channel, payment_method: method, payment_status, order_status: status, takeaway } = order;
  if (payment_status === 'cancelled') return t('ended.noCash');
  if (method === 'online') return t('history.paidOnline');
  if (channel === 'counter') return counterPaymentText(order, t);
  if (!takeaway) return t('history.paidCod');
  return t(status === 'Delivered' ? 'history.paidAtShop' : 'history.payAtShop');
}
