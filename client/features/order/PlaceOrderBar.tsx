import { formatPaise } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useCart } from '../cart/use-cart.ts';
import styles from './Checkout.module.css';

type Props = { isBusy: boolean; isShut: boolean; problem: string | undefined; onPlace: () => void };

/** The total and Place Order, in thumb reach on a phone, with what went wrong right above. */
export function PlaceOrderBar({ isBusy, isShut, problem, onPlace }: Props) {
  const t = useText();
  const { totalPaise } = useCart();
  return (
    <div className={styles.bar}>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <div className={styles.row}>
        <p className={styles.sum}>
          <span>{t('cart.total')}</span>
          <strong>{formatPaise(totalPaise)}</strong>
        </p>
        <Button disabled={isBusy || isShut} onClick={onPlace}>
          {t(isBusy ? 'order.placing' : 'order.place')}
        </Button>
      </div>
    </div>
  );
}
