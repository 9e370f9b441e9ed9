import { Children, type ReactNode, useId } from 'react';
import styles from './OperatorPayments.module.css';

type Props = { title: string; empty: string; children: ReactNode };

/** One part of a payment's trail, oldest first. */
export function TrailSection({ title, empty, children }: Props) {
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {Children.count(children) === 0 ? <p className={styles.facts}>{empty}</p> : <ol>{children}</ol>}
    </section>
  );
}
