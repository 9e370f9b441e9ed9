import { formatPaise } from '@haat/contract/rules/rupees';
import { totalsOf } from '@haat/machines/counter-sale/basket';
import { useSelector } from '@xstate/react';
import { useText } from '../../i18n/use-text.ts';
import { PrintReceiptButton } from '../receipts/PrintReceiptButton.tsx';
import type { Counter } from './use-counter.ts';
import styles from './SoldNotice.module.css';

/** The sale before: what to give back, and its receipt, until the next customer pays. */
export function SoldNotice({ counter }: { counter: Counter }) {
  const t = useText();
  const sold = useSelector(counter, ({ context }) => context.sold);
  if (!sold) return null;
  const { totalPaise } = totalsOf(sold.request.basket);
  const changePaise = (sold.request.receivedPaise ?? totalPaise) - totalPaise;
  const isCash = sold.request.payment === 'cod';
  return (
    <section className={styles.sold} aria-label={t('counterSale.lastSale')}>
      <div role="status">
        <p>{t('counterSale.sold', { number: sold.number, amount: formatPaise(totalPaise) })}</p>
        <p className={styles.change}>
          {isCash ? t('counterSale.change', { amount: formatPaise(changePaise) }) : t('counterSale.paidByUpi')}
        </p>
      </div>
      {sold.order ? <PrintReceiptButton order={sold.order} /> : null}
    </section>
  );
}
