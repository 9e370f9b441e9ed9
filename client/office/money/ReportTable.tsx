import type { MoneyReportView } from '@haat/contract/money/money-reports.calls';
import { GROUP_SUMS } from '@haat/contract/money/report-period';
import { formatRupees } from '@haat/contract/rupees';
import { useText } from '../../i18n/use-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useDayText } from '../../i18n/use-day-text.ts';
import styles from './ReportTable.module.css';

type Row = MoneyReportView['rows'][number];
type Sums = Pick<Row, 'orders' | 'items' | 'ordered' | 'received' | 'refunded'>;

/** The groups of a report with their sums, and the sums of all. */
export function ReportTable({ report }: { report: MoneyReportView }) {
  const t = useText();
  const nameOf = useRowName(report.by);
  const sums = GROUP_SUMS[report.by];
  const columns = ['orders' as const, ...sums];
  const shown = report.rows.filter((row) => report.by !== 'day' || hasMoney(row));
  if (shown.length === 0) return <EmptyState text={t('report.none')} />;
  const cells = (of: Sums) =>
    columns.map((column) => (
      <td key={column} data-label={t(`report.column.${column}`)}>
        {textOf(of, column)}
      </td>
    ));
  return (
    <>
      <table className={styles.table} data-columns={columns.length}>
        <caption className="visually-hidden">{t(`report.by.${report.by}`)}</caption>
        <thead>
          <tr>
            <th scope="col">{t(`report.by.${report.by}`)}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`report.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key}>
              <th scope="row">{nameOf(row)}</th>
              {cells(row)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('report.total')}</th>
            {cells(totalOf(report))}
          </tr>
        </tfoot>
      </table>
      {report.row_count > report.rows.length ? (
        <p className={styles.quiet}>{t('report.notAll', { count: report.rows.length })}</p>
      ) : null}
    </>
  );
}

const hasMoney = ({ ordered, received, refunded, orders }: Row): boolean =>
  orders + (ordered ?? 0) + (received ?? 0) + (refunded ?? 0) > 0;

function textOf(of: Sums, column: keyof Sums): string {
  const value = of[column];
  if (value === null) return '';
  return column === 'orders' || column === 'items' ? String(value) : formatRupees(value);
}

/** Of people the orders that they were paid for; of the rest the orders of the period, of which one may have several products. */
function totalOf({ by, total, rows, row_count }: MoneyReportView): Sums {
  const add = (sum: 'orders' | 'items') => rows.reduce((all, row) => all + (row[sum] ?? 0), 0);
  const hasAll = row_count === rows.length;
  return { ...total, orders: by === 'person' ? add('orders') : total.orders, items: hasAll ? add('items') : null };
}

function useRowName(by: MoneyReportView['by']): (row: Row) => string {
  const t = useText();
  const dayText = useDayText();
  return ({ key, name }) => {
    if (by === 'day') return dayText.long(key);
    if (by === 'payment') return t(`money.method.${key as 'cash' | 'upi' | 'card' | 'online'}`);
    if (by === 'channel') return t(`money.channel.${key as 'online' | 'counter'}`);
    if (name) return name;
    if (by === 'person' && key !== '') return t('timeline.by.operator');
    return t(by === 'person' ? 'report.noPerson' : 'report.noCategory');
  };
}
