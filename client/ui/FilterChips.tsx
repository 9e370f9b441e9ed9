import { Row, Strip } from './Card.tsx';
import styles from './FilterChips.module.css';

type Chip<Value> = { value: Value; label: string; count?: string | undefined };
type Props<Value> = {
  label: string;
  chips: readonly Chip<Value>[];
  chosen: NoInfer<Value> | undefined;
  onChoose: (value: Value) => void;
  /** On a phone in one line, scrolled sideways: for those above a list, which is what the screen is for. */
  isStrip?: boolean;
};

/** Toggle buttons of which one is pressed, or none. */
export function FilterChips<Value extends string | number | undefined>({
  label,
  chips,
  chosen,
  onChoose,
  isStrip = false,
}: Props<Value>) {
  const Line = isStrip ? Strip : Row;
  return (
    <Line gap={2} className={isStrip ? styles.strip : undefined} role="group" aria-label={label}>
      {chips.map(({ value, label: text, count }) => (
        <button
          key={value ?? ''}
          type="button"
          className={styles.chip}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {text}
          {count === undefined ? null : <span className={styles.count}>{count}</span>}
        </button>
      ))}
    </Line>
  );
}
