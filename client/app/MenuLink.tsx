import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './Menu.module.css';

type Props = { to: string; onFollow: () => void; children: ReactNode };

/** One line of the menu. */
export function MenuLink({ to, onFollow, children }: Props) {
  return (
    <Link className={styles.item} to={to} onClick={onFollow}>
      {children}
    </Link>
  );
}
