import { useId, type ComponentProps } from 'react';
import styles from './Field.module.css';

type Props = Omit<ComponentProps<'input'>, 'className' | 'id'> & { label: string; hint?: string; problem?: string };

/** A labelled input with its hint and its problem, tied together for screen readers. */
export function Field({ label, hint, problem, ...input }: Props) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={problem ? true : input['aria-invalid'] || undefined}
        aria-describedby={described || undefined}
      />
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {problem ? (
        <p id={`${id}-problem`} className={styles.problem} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  );
}
