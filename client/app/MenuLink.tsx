import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './Menu.module.css';

type Props = { to: string; state?: unknown; onFollow: () => void; children: ReactNode };

/** One link of the menu; replaces the history entry of the open menu. */
export function MenuLink({ to, state, onFollow, children }: Props) {
  return (
    <Link className={styles.item} to={to} state={state} replace onClick={onFollow}>
      {children}
    </Link>
  );
}
