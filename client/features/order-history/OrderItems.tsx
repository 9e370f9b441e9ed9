import type { OrderView } from '@haat/contract/api/orders';
import { hidesAddress } from '@haat/contract/rules/order-terms';
import { formatPaise, formatRupees, toPaise } from '@haat/contract/rules/rupees';
import { useProductName, useVariantLabel } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
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

/** The destination of an order; the address is hidden for takeaway. */
export function OrderPlace({ order }: OrderPlaceProps) {
  const t = useText();
  if (hidesAddress(order)) return <p>{t('history.takeaway')}</p>;
  if (!order.address) return null;
  const { street, city, zip } = order.address;
  return (
    <p>
      {t('history.deliverTo')}: {street}, {city} {zip}
    </p>
  );
}
