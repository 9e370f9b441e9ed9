import type { DayBookView } from '@haat/contract/api/day-book.schema';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import styles from './DayBook.module.css';

type Cash = DayBookView['cash'];

/** Every order that was paid in cash that day: when, by whom it was handed over, and how much. */
export function CashList({ cash }: { cash: Cash }) {
  const t = useText();
  if (cash.list.length === 0) return <EmptyState text={t('dayBook.none')} />;
  return (
    <>
      <table className={styles.cash}>
        <caption>{t('dayBook.list')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('dayBook.order')}</th>
            <th scope="col">{t('dayBook.delivered')}</th>
            <th scope="col">{t('dayBook.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {cash.list.map((order) => (
            <CashRow key={order.id} order={order} />
          ))}
        </tbody>
      </table>
      {cash.list.length < cash.orders ? (
        <p className={styles.quiet}>{t('dayBook.notAll', { count: cash.list.length })}</p>
      ) : null}
    </>
  );
}

function CashRow({ order: { orderNumber, time, by, customer_name, amount } }: { order: Cash['list'][number] }) {
  return (
    <tr>
      <th scope="row">
        {orderNumber}
        <span className={styles.quiet}>{customer_name}</span>
      </th>
      <td>
        {time}
        {by ? <span className={styles.quiet}>{by}</span> : null}
      </td>
      <td>{formatRupees(amount)}</td>
    </tr>
  );
}
