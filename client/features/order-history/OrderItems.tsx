import type { OrderView } from '@haat/contract/api/orders.schema';
import { formatPaise, formatRupees, toPaise } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import { CartThumbnail } from '../cart/CartThumbnail.tsx';
import { useLineForm } from '../cart/use-line-form.ts';
import styles from './OrderItems.module.css';

type Props = { order: Pick<OrderView, 'items' | 'total'> };

/** What was ordered, with the total under it. */
export function OrderItems({ order: { items, total } }: Props) {
  const t = useText();
  const lineForm = useLineForm();
  return (
    <div>
      <ul className={styles.items}>
        {items.map(({ product_id, name, price, quantity, size, color, unit, image }) => {
          const form = lineForm({ size: size ?? undefined, color: color ?? undefined, unit: unit ?? undefined });
          return (
            <li key={`${product_id} ${form}`} className={styles.item}>
              <CartThumbnail image={image ?? ''} />
              <span className={styles.words}>
                <span className={styles.quantity}>{quantity} ×</span> {name}{' '}
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
