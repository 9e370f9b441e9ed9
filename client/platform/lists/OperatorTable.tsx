import { type Direction, firstDirection } from '@haat/contract/platform/operator-lists';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Text, type TextId, useText } from '../../i18n/use-text.ts';
import { Select } from '../../ui/Select.tsx';
import styles from '../Operator.module.css';

export type Column<Row> = {
  head: TextId;
  /** The sort that the head of the column chooses. */
  sort?: string;
  isNumber?: boolean;
  /** In the table only where it is wide; on a phone, too. */
  isWide?: boolean;
  cell: (row: Row, t: Text) => ReactNode;
};

export type Sorting = { sort: string; direction: Direction };

type Props<Row> = {
  /** The name of the rows. */
  caption: string;
  /** The first one names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  isBusy?: boolean;
  /** The row that is scrolled to, and whose first link or button gets the focus. */
  focusId?: number | undefined;
};

/** A list of the operator: a table from 768 px, below that a card for each row. */
export function OperatorTable<Row extends { id: number }>(props: Props<Row>) {
  const { caption, columns, rows, sorting, onSort, isBusy = false, focusId } = props;
  const t = useText();
  const table = useFocusOnRow(focusId, rows);
  const [first, ...others] = columns;
  return (
    <>
      {sorting && onSort ? <SortChoice {...{ columns, sorting, onSort }} /> : null}
      <table ref={table} className={styles.table} aria-busy={isBusy}>
        <caption className="visually-hidden">{caption}</caption>
        <thead className={styles.head}>
          <tr>
            {columns.map((column) => (
              <ColumnHead key={column.head} {...{ column, sorting, onSort }} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className={styles.row} data-row={row.id}>
              <th scope="row" className={styles.name}>
                {first?.cell(row, t)}
              </th>
              {others.map(({ head, cell, ...look }) => (
                <td key={head} className={lookOf(look)} data-label={t(head)}>
                  {cell(row, t)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

const lookOf = ({ isNumber, isWide }: { isNumber?: boolean; isWide?: boolean }): string =>
  [styles.cell, isNumber && styles.number, isWide && styles.wide].filter(Boolean).join(' ');

type HeadProps<Row> = { column: Column<Row>; sorting: Sorting | undefined; onSort: Props<Row>['onSort'] };

/** The head of a column; a button where the list can be sorted by it, which turns the order when it already is. */
function ColumnHead<Row>({ column: { head, sort, ...look }, sorting, onSort }: HeadProps<Row>) {
  const t = useText();
  const isSorted = sort !== undefined && sorting?.sort === sort;
  const order = isSorted && (sorting.direction === 'asc' ? 'ascending' : 'descending');
  const next = sort && (isSorted ? turned(sorting.direction) : firstDirection(sort));
  return (
    <th scope="col" className={lookOf(look)} aria-sort={order || undefined}>
      {sort && next && onSort ? (
        <button type="button" className={styles.sort} onClick={() => onSort({ sort, direction: next })}>
          {t(head)}
          <span className={styles.arrow} aria-hidden="true">
            {isSorted ? (sorting.direction === 'asc' ? '▲' : '▼') : ''}
          </span>
        </button>
      ) : (
        t(head)
      )}
    </th>
  );
}

const turned = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc');

type ChoiceProps<Row> = Required<Pick<Props<Row>, 'columns' | 'sorting' | 'onSort'>>;

/** The sort of the cards on a phone, which have no heads. */
function SortChoice<Row>({ columns, sorting, onSort }: ChoiceProps<Row>) {
  const t = useText();
  const sorts = columns.flatMap(({ sort, head }) => (sort ? [{ value: sort, label: t(head) }] : []));
  const isSorted = sorts.some(({ value }) => value === sorting.sort);
  const options = isSorted ? sorts : [{ value: sorting.sort, label: t('operatorList.ownOrder') }, ...sorts];
  return (
    <div className={styles.choice}>
      <Select
        label={t('productList.sort')}
        options={options}
        value={sorting.sort}
        onChoose={(sort) => onSort({ sort, direction: firstDirection(sort) })}
      />
    </div>
  );
}

/** Scrolls to the row once it is in the table, and focuses its first control. */
function useFocusOnRow(focusId: number | undefined, rows: readonly { id: number }[]) {
  const table = useRef<HTMLTableElement>(null);
  const hasRow = focusId !== undefined && rows.some(({ id }) => id === focusId);
  useEffect(() => {
    if (!hasRow) return;
    const row = table.current?.querySelector(`[data-row="${focusId}"]`);
    row?.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'center' });
  }, [focusId, hasRow]);
  return table;
}
