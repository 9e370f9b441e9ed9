import type { ReactNode } from 'react';
import styles from './Import.module.css';

type Props = { children: ReactNode } & ({ 'aria-label': string } | { 'aria-labelledby': string });

/** A table that may be wider than the screen: it is scrolled by the keyboard, too. */
export function ScrolledTable({ children, ...label }: Props) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the arrow keys scroll only a focused element
    <div className={styles.scroll} role="region" tabIndex={0} {...label}>
      <table className={styles.rowsTable}>{children}</table>
    </div>
  );
}
