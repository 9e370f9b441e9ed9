import type { ReactNode } from 'react';
import styles from './Notice.module.css';

type Props = { tone?: 'info' | 'error' | 'success'; children: ReactNode };

/** A message that stays near its cause; an error is read aloud immediately. */
export function Notice({ tone = 'info', children }: Props) {
  return (
    <div className={`${styles.notice} ${styles[tone]}`} role={tone === 'error' ? 'alert' : 'status'}>
      {children}
    </div>
  );
}
