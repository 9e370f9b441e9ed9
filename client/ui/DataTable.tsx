import type { ReactNode } from 'react';
import styles from './DataTable.module.css';

export type Column<Row> = {
  key: string;
  /** A text also labels the values of the column on a phone. */
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Of the values. */
  className?: string | undefined;
};

type Props<Row> = {
  label?: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, at: number) => string | number;
  className?: string | undefined;
};

/** Rows of values: a table from 768 px, below that a card for each row. */
export function DataTable<Row>({ label, columns, rows, keyOf, className = '' }: Props<Row>) {
  const [first, ...others] = columns;
  return (
    <table className={`${styles.table} ${className}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ key, head }) => (
            <th key={key} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={keyOf(row, at)}>
            <th scope="row">{first?.cell(row)}</th>
            {others.map(({ key, head, cell, className: look }) => (
              <td key={key} className={look} data-label={typeof head === 'string' ? head : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
