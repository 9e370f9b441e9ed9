import {
  dismissUnknownPayment,
  getPaymentHealth,
  listUnknownPayments,
  type PaymentHealthView,
  type UnknownPaymentView,
} from '@haat/contract/platform/operator.calls';
import { useId } from 'react';
import { formatRupees } from '@haat/contract/rupees';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { Card, Row } from '../../ui/Card.tsx';
import { DefinitionList } from '../../ui/DefinitionList.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import styles from '../../ui/Facts.module.css';
import { Notice } from '../../ui/Notice.tsx';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import looks from '../../ui/looks.module.css';
import { useChange } from '../../ui/use-change.ts';

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
const POLLED = { staleTime: 0, refetchInterval: 30_000 };

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
          <h2 id={titleId} className={looks.large}>
            {t('operatorPayments.health')}
          </h2>
          <span className={wrong.length > 0 ? looks.bad : looks.good}>
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

/** The list is only requested when the reconciliation counts any. */
export function useUnknownPayments() {
  const { data: health } = usePaymentHealth();
  const hasAny = (health?.events_unknown ?? 0) > 0;
  return { hasAny, ...useCall(listUnknownPayments, {}, { ...POLLED, enabled: hasAny }) };
}

/** The unknown payments; renders nothing if there are none. */
export function UnknownPayments() {
  const t = useText();
  const titleId = useId();
  const { hasAny, data: payments = [], error, refetch } = useUnknownPayments();
  if (!hasAny) return null;
  if (error) return <LoadFailure text={t('operatorPayments.unknownFailed')} onRetry={() => void refetch()} />;
  if (payments.length === 0) return null;
  return (
    <Card as="section" gap={2} aria-labelledby={titleId}>
      <h2 id={titleId} className={looks.large}>
        {t('operatorPayments.unknown')}
      </h2>
      <p className={styles.details}>{t('operatorPayments.unknownHint')}</p>
      <ul>
        {payments.map((payment) => (
          <UnknownPayment key={`${payment.provider} ${payment.provider_order_id}`} payment={payment} />
        ))}
      </ul>
    </Card>
  );
}

function UnknownPayment({ payment }: { payment: UnknownPaymentView }) {
  const t = useText();
  const times = useTimeText();
  const { send, isSending, refusal } = useChange(dismissUnknownPayment, {
    failed: 'operatorPayments.actionFailed',
    done: 'operatorPayments.dismissed',
  });
  const { provider, provider_order_id, provider_payment_id, kind, received_at } = payment;
  return (
    <li className={styles.step}>
      <strong>
        {getAmount(payment)} {t(`operatorPayments.provider.${provider}`)}
      </strong>
      <span lang="en">{kind}</span>
      <span>{times.moment(received_at)}</span>
      <span>{provider_order_id}</span>
      <span>{provider_payment_id}</span>
      <Row className={styles.action}>
        <ConfirmButton
          look="secondary"
          disabled={isSending}
          label={t('operatorPayments.dismiss')}
          question={t('operatorPayments.dismissSure')}
          onConfirm={() => send({ body: { provider, provider_order_id } })}
        />
      </Row>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </li>
  );
}

/** Another application may charge in other currencies. */
function getAmount({ amount, currency }: UnknownPaymentView): string {
  if (amount === null) return '';
  return currency === null || currency === 'INR' ? formatRupees(amount) : `${currency} ${amount.toFixed(2)}`;
}
