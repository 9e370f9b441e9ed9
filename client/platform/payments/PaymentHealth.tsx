import { getPaymentHealth, type PaymentHealthView } from '@haat/contract/platform/operator.calls';
import { useId } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { Card } from '../../ui/Card.tsx';
import { DefinitionList } from '../../ui/DefinitionList.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from '../../ui/Facts.module.css';

type Gauge = Exclude<keyof PaymentHealthView, 'orders'>;

/** The first ones are 0 while everything is fine. */
const GAUGES: readonly Gauge[] = [
  'money_without_order',
  'order_without_money',
  'refunds_failed',
  'reservations_overdue',
  'events_waiting',
  'events_unknown',
  'refunds_waiting',
];

const isWrong = (gauge: Gauge, count: number): boolean => count > 0 && gauge !== 'refunds_waiting';

/** Polled, as is what depends on it. */
export const POLLED = { staleTime: 0, refetchInterval: 30_000 };

/** The counts of what does not agree. */
export const usePaymentHealth = () => useCall(getPaymentHealth, {}, POLLED);

/** Whether payments and orders agree: counts that should be 0, and pending refunds. One line while they are 0. */
export function PaymentHealth() {
  const t = useText();
  const titleId = useId();
  const { data: health, error, refetch } = usePaymentHealth();
  if (error && !health) return <LoadFailure text={t('operatorPayments.healthFailed')} onRetry={() => void refetch()} />;
  if (!health) return null;
  const wrong = GAUGES.filter((gauge) => isWrong(gauge, health[gauge]));
  return (
    <Card as="section" gap={2} aria-labelledby={titleId}>
      <details className={styles.health} open={wrong.length > 0}>
        <summary>
          <h2 id={titleId} className={styles.title}>
            {t('operatorPayments.health')}
          </h2>
          <span className={wrong.length > 0 ? styles.bad : styles.good}>
            {wrong.length > 0
              ? t('operatorPayments.unhealthy', { count: wrong.length })
              : t('operatorPayments.healthy', { count: health.refunds_waiting })}
          </span>
        </summary>
        <DefinitionList
          layout="divided"
          className={styles.facts}
          items={GAUGES.map((gauge) => ({
            term: t(`operatorPayments.gauge.${gauge}`),
            value: health[gauge],
            className: isWrong(gauge, health[gauge]) ? styles.wrong : undefined,
          }))}
        />
      </details>
      {health.orders?.length ? (
        <Notice tone="error">{t('operatorPayments.orders', { numbers: health.orders.join(', ') })}</Notice>
      ) : null}
    </Card>
  );
}
