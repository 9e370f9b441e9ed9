import type { StockKept } from '@haat/contract/catalog/stock-unit';
import { useText } from '../../i18n/use-text.ts';
import looks from '../../ui/looks.module.css';
import { useTypedStock } from './use-typed-stock.ts';
import styles from './Stock.module.css';

type Props = { counted: number; kept: StockKept; name: string; onCount: (counted: number) => void };

/** How many were counted, to be corrected in place: typed, or by one item. */
export function CountBox({ counted, kept, name, onCount }: Props) {
  const t = useText();
  const { content } = kept;
  const input = useTypedStock({ amount: counted, kept, onAmount: onCount });
  const step = (by: 1 | -1) => (
    <button
      type="button"
      className={`${looks.icon} ${styles.step}`}
      aria-label={t(by === 1 ? 'stockTake.oneMore' : 'stockTake.oneLess', { name })}
      aria-disabled={counted + by * content < 0}
      onClick={() => counted + by * content >= 0 && onCount(counted + by * content)}
    >
      {by === 1 ? '+' : '−'}
    </button>
  );
  return (
    <div className={styles.box} role="group" aria-label={t('stockTake.countedOf', { name })}>
      {step(-1)}
      <input className={styles.number} aria-label={t('stockTake.countedOf', { name })} {...input} />
      {step(1)}
    </div>
  );
}
