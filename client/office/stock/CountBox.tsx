import { isStockText } from '@haat/contract/catalog/product-input';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { withPlainNumber } from '../../ui/Field.tsx';
import styles from './Stock.module.css';

type Props = { counted: number; name: string; onCount: (counted: number) => void };

/** How many were counted, to be corrected in place: typed, or by one. */
export function CountBox({ counted, name, onCount }: Props) {
  const t = useText();
  // Set while a number is being typed; otherwise additions by other devices show immediately.
  const [typed, setTyped] = useState<string>();
  const draft = typed ?? String(counted);
  const commit = () => {
    setTyped(undefined);
    if (isStockText(draft) && Number(draft) !== counted) onCount(Number(draft));
  };
  const step = (by: 1 | -1) => (
    <button
      type="button"
      className={styles.step}
      aria-label={t(by === 1 ? 'stockTake.oneMore' : 'stockTake.oneLess', { name })}
      aria-disabled={counted + by < 0}
      onClick={() => counted + by >= 0 && onCount(counted + by)}
    >
      {by === 1 ? '+' : '−'}
    </button>
  );
  return (
    <div className={styles.box} role="group" aria-label={t('stockTake.countedOf', { name })}>
      {step(-1)}
      <input
        className={styles.number}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        aria-label={t('stockTake.countedOf', { name })}
        aria-invalid={isStockText(draft) ? undefined : true}
        value={draft}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(withPlainNumber(event).target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit();
          if (event.key === 'Escape') setTyped(undefined);
        }}
      />
      {step(1)}
    </div>
  );
}
