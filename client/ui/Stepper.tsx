import { useText } from '../i18n/use-text.ts';
import styles from './Stepper.module.css';

type Props = {
  quantity: number;
  /** The name of the counted item, for screen readers. */
  name: string;
  onChange: (delta: 1 | -1) => void;
  max?: number;
  wide?: boolean;
};

/** − n +, with the new quantity read aloud; decreasing one removes the item. */
export function Stepper({ quantity, name, onChange, max = Number.POSITIVE_INFINITY, wide = false }: Props) {
  const t = useText();
  return (
    <div className={wide ? `${styles.stepper} ${styles.wide}` : styles.stepper} role="group" aria-label={name}>
      <button
        type="button"
        className={styles.step}
        aria-label={t('stepper.less', { name })}
        onClick={() => onChange(-1)}
      >
        −
      </button>
      <output className={styles.quantity} aria-live="polite">
        {quantity}
      </output>
      <button
        type="button"
        className={styles.step}
        aria-label={t('stepper.more', { name })}
        // Not `disabled`, which would take the focus away from the button that was just pressed.
        aria-disabled={quantity >= max}
        onClick={() => quantity < max && onChange(1)}
      >
        +
      </button>
    </div>
  );
}
