import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './NavigationBar.module.css';

export type NavigationLink = {
  to: string;
  state?: unknown;
  text: ReactNode;
  /** The path of an SVG of 24 by 24, drawn in lines. */
  drawing: string;
  isCurrent: boolean;
};

type Props = {
  label: string;
  links: readonly NavigationLink[];
  /** Shown only where the header has room for it. */
  isWideOnly?: boolean;
};

/** The main links: in the header where there is room, else with icons along the lower edge of the screen. */
export function NavigationBar({ label, links, isWideOnly = false }: Props) {
  return (
    <nav className={isWideOnly ? `${styles.bar} ${styles.wideOnly}` : styles.bar} aria-label={label}>
      <ul>
        {links.map(({ to, state, text, drawing, isCurrent }) => (
          <li key={to}>
            <Link to={to} state={state} aria-current={isCurrent ? 'page' : undefined}>
              <svg
                viewBox="0 0 24 24"
                width="24"
                height="24"
                fill="none"
                stroke="currentColor"
                strokeWidth="1.75"
                strokeLinecap="round"
                strokeLinejoin="round"
                aria-hidden="true"
              >
                <path d={drawing} />
              </svg>
              <span>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Icons of the parts that customers and shops have both. */
export const DRAWINGS = {
  orders: 'M9 4h6v3H9zM8 5.5H5V21h14V5.5h-3M8.5 11h7M8.5 15h7',
  shop: 'M4 9.5 5.5 4h13L20 9.5a2.6 2.6 0 0 1-5.3 0 2.6 2.6 0 0 1-5.4 0 2.6 2.6 0 0 1-5.3 0ZM5.5 12v8h13v-8M10 20v-4.5h4V20',
} as const;
