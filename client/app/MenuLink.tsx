import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './Menu.module.css';

type Props = { to: string; onFollow: () => void; children: ReactNode };

/** One line of the menu; takes the place that the open menu has in the history. */
export function MenuLink({ to, onFollow, children }: Props) {
  return (
    <Link className={styles.item} to={to} replace onClick={onFollow}>
      {children}
    </Link>
  );
}
