import type { OperatorPaymentView } from '@haat/contract/api/operator-payments.schema';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../lib/use-time-text.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './OperatorPayments.module.css';
import { operatorPaymentsQuery, type PaymentFilter } from './operator-payments-query.ts';

/** The payments that are looked for, newest first, as far back as is asked for. */
export function PaymentList(filter: PaymentFilter) {
  const t = useText();
  const { data: payments, error, refetch, ...older } = useInfiniteQuery(operatorPaymentsQuery(filter));
  if (error) return <LoadFailure text={t('operatorPayments.loadFailed')} onRetry={() => void refetch()} />;
  if (!payments) return <Skeleton height="150vh" radius="var(--radius-card)" />;
  if (payments.length === 0) return <EmptyState text={t('operatorPayments.none')} />;
  return (
    <div>
      <ul className={styles.list}>
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </ul>
      {older.hasNextPage ? (
        <div className={styles.older}>
          <Button look="secondary" disabled={older.isFetchingNextPage} onClick={() => void older.fetchNextPage()}>
            {t('activity.older')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function PaymentRow({ payment }: { payment: OperatorPaymentView }) {
  const t = useText();
  const times = useTimeText();
  const { id, amount, provider, state, order, customer_email, created_at } = payment;
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h3>
          <Link to={`/operator/payments/${id}`}>
            {formatRupees(amount)} {order ? order.orderNumber : t('operatorPayments.noOrder')}
          </Link>
        </h3>
        <span className={styles.chip}>{t(`operatorPayments.state.${state}`)}</span>
      </div>
      <p className={styles.facts}>
        <span>{times.moment(created_at)}</span>
        <span>{t(`operatorPayments.provider.${provider}`)}</span>
        {order ? <span>{order.shop_slug}</span> : null}
        <span>{customer_email}</span>
      </p>
    </li>
  );
}
