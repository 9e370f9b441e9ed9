import type { OrderView } from '@haat/contract/api/orders';
import { hidesAddress } from '@haat/contract/rules/order-terms';
import { formatPaise, formatRupees, toPaise } from '@haat/contract/rules/rupees';
import { shopName } from '@haat/contract/rules/shop';
import { useQuery } from '@tanstack/react-query';
import { useClockText } from '../../i18n/use-clock-text.ts';
import { useProductName, useVariantLabel } from '../../i18n/use-name.ts';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { mapsLink } from '../../lib/maps-link.ts';
import { shopQuery } from '../../lib/queries.ts';
import { CartThumbnail } from '../cart/CartLineParts.tsx';
import styles from './OrderItems.module.css';

type Props = { order: Pick<OrderView, 'items' | 'total'> };

/** The ordered items and the total. */
export function OrderItems({ order: { items, total } }: Props) {
  const t = useText();
  const lineForm = useVariantLabel();
  const productNameOf = useProductName();
  return (
    <div>
      <ul className={styles.items}>
        {items.map(({ product_id, name, price, quantity, size, color, unit, image }) => {
          const form = lineForm({ size: size ?? undefined, color: color ?? undefined, unit: unit ?? undefined });
          return (
            <li key={`${product_id} ${form}`} className={styles.item}>
              <CartThumbnail image={image ?? ''} />
              <span className={styles.words}>
                <span className={styles.quantity}>{quantity} ×</span> {productNameOf(name)}{' '}
                {form ? <span className={styles.form}>{form}</span> : null}
              </span>
              <span className={styles.price}>{formatPaise(toPaise(price) * quantity)}</span>
            </li>
          );
        })}
      </ul>
      <p className={styles.total}>
        <span>{t('cart.total')}</span>
        <strong>{formatRupees(total)}</strong>
      </p>
    </div>
  );
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
  const isAhead = order_status !== 'Delivered';
  const { data } = useQuery({ ...shopQuery(shop.slug), enabled: isAhead });
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
                href={mapsLink(`${shopName(shop)}, ${data.address}`)}
                target="_blank"
                rel="noreferrer"
              >
                {t('history.map')}
              </a>
            </p>
          ) : null}
          <p>{t('history.hours', { hours: hours(data) ?? t('header.alwaysOpen') })}</p>
        </>
      ) : null}
    </>
  );
}

type PaidOrder = Pick<OrderView, 'payment_method' | 'order_status' | 'takeaway'>;

/** How the order is or was paid. */
export function paymentTextId({ payment_method: method, order_status: status, takeaway }: PaidOrder): TextId {
  if (method === 'online') return 'history.paidOnline';
  if (!takeaway) return 'history.paidCod';
  return status === 'Delivered' ? 'history.paidAtShop' : 'history.payAtShop';
}
