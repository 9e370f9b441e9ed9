import { useId } from 'react';
import styles from './Select.module.css';

export type Option = { value: string; label: string };

type Props = {
  label: string;
  options: readonly Option[];
  value: string;
  onChoose: (value: string) => void;
  /** The label is only read aloud: the chosen option says it. */
  isBare?: boolean;
};

/** A choice of one that is always made. */
export function Select({ label, options, value, onChoose, isBare = false }: Props) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={isBare ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
      </label>
      <select id={id} className={styles.select} value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
