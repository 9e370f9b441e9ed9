import { useId, type ComponentProps } from 'react';
import styles from './Field.module.css';

type Props = Omit<ComponentProps<'input'>, 'className' | 'id'> & {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  /** Something else says the problem aloud. */
  isQuiet?: boolean;
};

/** A labelled input with its hint and its problem, tied together for screen readers. */
export function Field({ label, hint, problem, isQuiet = false, ...input }: Props) {
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
        // A dialog that opens moves the focus by itself; this tells it where to.
        data-autofocus={input.autoFocus || undefined}
        aria-invalid={problem ? true : input['aria-invalid'] || undefined}
        aria-describedby={described || undefined}
      />
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
      {problem ? (
        <p id={`${id}-problem`} className={styles.problem} role={isQuiet ? undefined : 'alert'}>
          {problem}
        </p>
      ) : null}
    </div>
  );
}
