import { MAX_LINES } from '@haat/contract/rules/cart';
import { formatPaise } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import { useOnline } from '../../lib/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useCart } from '../cart/use-cart.ts';
import styles from './Checkout.module.css';

type Props = { isBusy: boolean; isShut: boolean; problem: string | undefined; onPlace: () => void };

/** The total and Place Order, in thumb reach on a phone, with what went wrong right above. */
export function PlaceOrderBar({ isBusy, isShut, problem, onPlace }: Props) {
  const t = useText();
  const { totalPaise, lineCount } = useCart();
  const isOnline = useOnline();
  const surplus = Math.max(0, lineCount - MAX_LINES);
  const notice = surplus > 0 ? t('order.tooMany', { max: MAX_LINES, count: surplus }) : problem;
  return (
    <div className={styles.bar}>
      {isOnline ? null : <Notice>{t('order.offline')}</Notice>}
      {isOnline && notice ? <Notice tone="error">{notice}</Notice> : null}
      <div className={styles.row}>
        <p className={styles.sum}>
          <span>{t('cart.total')}</span>
          <strong>{formatPaise(totalPaise)}</strong>
        </p>
        <Button disabled={isBusy || isShut || !isOnline || surplus > 0} onClick={onPlace}>
          {t(isBusy ? 'order.placing' : 'order.place')}
        </Button>
      </div>
    </div>
  );
}
