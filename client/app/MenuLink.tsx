import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './Menu.module.css';

type Props = { to: string; state?: unknown; onFollow: () => void; children: ReactNode };

/** One line of the menu; takes the place that the open menu has in the history. */
export function MenuLink({ to, state, onFollow, children }: Props) {
  return (
    <Link className={styles.item} to={to} state={state} replace onClick={onFollow}>
      {children}
    </Link>
  );
}
