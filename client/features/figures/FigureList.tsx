import { type ReactNode, useId } from 'react';
import { Link } from 'react-router-dom';
import styles from './FigureList.module.css';

type Row = { key: number; name: string; value: string; more?: string; to?: string };
type Props = { title: string; empty: string; rows: Row[]; children?: ReactNode };

/** A short list of names with a figure each. */
export function FigureList({ title, empty, rows, children }: Props) {
  const titleId = useId();
  return (
    <section className={styles.box} aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {rows.length === 0 ? <p className={styles.quiet}>{empty}</p> : null}
      <ul className={styles.rows}>
        {rows.map(({ key, name, value, more, to }) => (
          <li key={key} className={styles.row}>
            {to ? (
              <Link className={styles.name} to={to}>
                {name}
              </Link>
            ) : (
              <span className={styles.name}>{name}</span>
            )}
            <span className={styles.value}>{value}</span>
            {more ? <span className={styles.more}>{more}</span> : null}
          </li>
        ))}
      </ul>
      {children ? <p className={styles.quiet}>{children}</p> : null}
    </section>
  );
}
