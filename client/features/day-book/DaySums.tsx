import type { DayBookView } from '@haat/contract/api/day-book.schema';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import styles from './DayBook.module.css';

type Sum = DayBookView['due'];

/** What came in that day, in cash and online, and what is still to be collected now. */
export function DaySums({ book: { cash, online, total, due } }: { book: DayBookView }) {
  const t = useText();
  return (
    <dl className={styles.sums}>
      <SumRow name={t('dayBook.cash')} sum={cash} />
      <SumRow name={t('dayBook.online')} sum={online} />
      <SumRow name={t('dayBook.total')} sum={{ orders: cash.orders + online.orders, amount: total }} isTotal />
      <SumRow name={t('dayBook.due')} sum={due} />
    </dl>
  );
}

function SumRow({ name, sum, isTotal = false }: { name: string; sum: Sum; isTotal?: boolean }) {
  const t = useText();
  return (
    <div className={isTotal ? `${styles.sum} ${styles.total}` : styles.sum}>
      <dt>{name}</dt>
      <dd>
        <strong>{formatRupees(sum.amount)}</strong>
        <span className={styles.quiet}>{t('figures.orders', { count: sum.orders })}</span>
      </dd>
    </div>
  );
}
