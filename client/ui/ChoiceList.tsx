import { useId, type ReactNode } from 'react';
import styles from './ChoiceList.module.css';

type Choice<Value extends string> = { value: Value; label: string; hint?: string; disabled?: boolean };
type Props<Value extends string> = {
  label: string;
  choices: readonly Choice<Value>[];
  chosen: Value | undefined;
  onChoose: (value: Value) => void;
  children?: ReactNode;
};

/** A few big radio buttons under a heading; what belongs to them follows as children. */
export function ChoiceList<Value extends string>({ label, choices, chosen, onChoose, children }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      <div className={styles.choices}>
        {choices.map(({ value, label: text, hint, disabled = false }) => (
          <label key={value} className={styles.choice}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              disabled={disabled}
              onChange={() => onChoose(value)}
            />
            <span>
              <strong>{text}</strong>
              {hint ? <span className={styles.hint}>{hint}</span> : null}
            </span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}
