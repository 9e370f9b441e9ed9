import type { ReactNode } from 'react';
import { Awning } from './Awning.tsx';
import styles from './EmptyState.module.css';

type Props = { text: string; children?: ReactNode };

/** Says why there is nothing here; its child is the one thing to do about it. */
export function EmptyState({ text, children }: Props) {
  return (
    <div className={styles.empty}>
      <Awning />
      <div className={styles.body}>
        <p className={styles.text}>{text}</p>
        {children}
      </div>
    </div>
  );
}
