import type { PaymentHealthView } from '@haat/contract/api/operator-payments.schema';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './OperatorPayments.module.css';
import { paymentHealthQuery } from './operator-payments-query.ts';

type Gauge = Exclude<keyof PaymentHealthView, 'orders'>;

/** Those that are 0 while all is well stand first. */
const GAUGES: readonly Gauge[] = [
  'money_without_order',
  'order_without_money',
  'refunds_failed',
  'holds_overdue',
  'events_waiting',
  'refunds_waiting',
];

/** Whether the books agree: what should be nothing, and what is under way. */
export function PaymentHealth() {
  const t = useText();
  const titleId = useId();
  const { data: health, error, refetch } = useQuery(paymentHealthQuery);
  if (error && !health) return <LoadFailure text={t('operatorPayments.healthFailed')} onRetry={() => void refetch()} />;
  if (!health) return <Skeleton height="300px" radius="var(--radius-card)" />;
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('operatorPayments.health')}</h2>
      <dl className={styles.gauges}>
        {GAUGES.map((gauge) => (
          <div key={gauge} className={styles.gauge}>
            <dt>{t(`operatorPayments.gauge.${gauge}`)}</dt>
            <dd className={health[gauge] > 0 && gauge !== 'refunds_waiting' ? styles.wrong : undefined}>
              {health[gauge]}
            </dd>
          </div>
        ))}
      </dl>
      {health.orders?.length ? (
        <Notice tone="error">{t('operatorPayments.orders', { numbers: health.orders.join(', ') })}</Notice>
      ) : null}
    </section>
  );
}
