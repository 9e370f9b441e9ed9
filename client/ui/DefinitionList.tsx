import type { ReactNode } from 'react';
import styles from './layout.module.css';

type Definition = {
  term: string;
  value: ReactNode;
  /** The class of the pair. */
  className?: string | undefined;
};

type Props = {
  items: readonly Definition[];
  /** The value below its term, beside it, or at the other end of a line with a rule above. */
  layout: 'below' | 'beside' | 'divided';
  className?: string | undefined;
};

/** Terms with their values. A pair without a value is left out. */
export function DefinitionList({ items, layout, className = '' }: Props) {
  const shown = items.filter(({ value }) => value !== undefined && value !== null && value !== '');
  return (
    <dl className={`${styles.definitions} ${styles[layout]} ${className}`}>
      {shown.map(({ term, value, className: look }) => (
        <div key={term} className={look}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
