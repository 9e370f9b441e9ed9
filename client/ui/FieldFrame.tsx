import type { ReactNode } from 'react';
import styles from './Field.module.css';

export type FrameProps = {
  label: string;
  hint?: string | undefined;
  problem?: string | undefined;
  /** Something else says the problem aloud. */
  isQuiet?: boolean;
};
type Props = FrameProps & { id: string; children: ReactNode };

/** A label, what it belongs to, the hint and the problem. */
export function FieldFrame({ id, label, hint, problem, isQuiet = false, children }: Props) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
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

/** What ties an input to its frame for screen readers. */
export function inFrame(id: string, { hint, problem }: FrameProps) {
  const described = [hint ? `${id}-hint` : '', problem ? `${id}-problem` : ''].filter(Boolean).join(' ');
  return { id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': described || undefined };
}
