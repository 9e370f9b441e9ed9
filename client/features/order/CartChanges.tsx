import type { Cart } from '@haat/contract/rules/cart';
import type { ChangedLine } from '@haat/contract/rules/cart-changes';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './Checkout.module.css';

type Props = { cart: Cart; lines: readonly ChangedLine[]; onTake: () => void };

/** Which prices and which stock are no longer what the cart shows. Nothing changes until the customer agrees. */
export function CartChanges({ cart, lines, onTake }: Props) {
  const t = useText();
  return (
    <Notice tone="error">
      <p>
        <strong>{t('order.changedTitle')}</strong>
      </p>
      <ul className={styles.changes}>
        {lines.flatMap(({ id, name, price, stock }) => {
          const line = cart[id];
          if (!line) return [];
          return [
            line.price === price ? null : (
              <li key={`${id} price`}>{t('order.changedPrice', { name, price: formatRupees(price) })}</li>
            ),
            stock < line.quantity ? <li key={`${id} stock`}>{t('order.changedStock', { name, stock })}</li> : null,
          ];
        })}
      </ul>
      <Button onClick={onTake}>{t('order.takeChanges')}</Button>
    </Notice>
  );
}
