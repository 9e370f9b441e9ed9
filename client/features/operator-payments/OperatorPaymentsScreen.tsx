import type { OperatorPaymentView, PaymentHealthView } from '@haat/contract/api/operator';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { Card, Stack } from '../../ui/Card.tsx';
import { DefinitionList } from '../../ui/DefinitionList.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { operatorPaymentsQuery, type PaymentFilter, paymentHealthQuery } from './operator-payments-query.ts';
import { UnknownPayments, useUnknownPayments } from './UnknownPayments.tsx';
import backOffice from '../back-office/BackOffice.module.css';
import styles from './OperatorPayments.module.css';

/** The server's limit. */
const MAX_SEARCH_LENGTH = 100;

/** All online payments of the platform, and whether payments and orders agree. */
export function OperatorPaymentsScreen() {
  const t = useText();
  return (
    <Page title={t('operatorPayments.title')} narrow>
      <OperatorPayments />
    </Page>
  );
}

function OperatorPayments() {
  const t = useText();
  const [search, setSearch] = useState('');
  const [isAttentionOnly, setAttentionOnly] = useState(false);
  const deferredSearch = useDeferredValue(search.trim().slice(0, MAX_SEARCH_LENGTH));
  const { isPending } = useQuery(paymentHealthQuery);
  const { isLoading } = useUnknownPayments();
  const [isShown, setShown] = useState(false);
  // Until both have been loaded once: the content below would move. Later changes keep the screen.
  if (!isShown && !isPending && !isLoading) setShown(true);
  if (!isShown) return <Skeleton height="150vh" radius="var(--radius-card)" />;
  return (
    <Stack gap={5}>
      <PaymentHealth />
      <UnknownPayments />
      <SearchField label={t('operatorPayments.search')} value={search} onChange={setSearch} />
      <label className={backOffice.check}>
        <input
          type="checkbox"
          checked={isAttentionOnly}
          onChange={(event) => setAttentionOnly(event.currentTarget.checked)}
        />
        {t('operatorPayments.needsAttentionOnly')}
      </label>
      <PaymentList search={deferredSearch} needsAttention={isAttentionOnly} />
    </Stack>
  );
}

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

/** Whether payments and orders agree: counts that should be 0, and what is pending. */
function PaymentHealth() {
  const t = useText();
  const titleId = useId();
  const { data: health, error, refetch } = useQuery(paymentHealthQuery);
  if (error && !health) return <LoadFailure text={t('operatorPayments.healthFailed')} onRetry={() => void refetch()} />;
  if (!health) return null;
  return (
    <Card as="section" gap={2} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {t('operatorPayments.health')}
      </h2>
      <DefinitionList
        layout="divided"
        className={styles.facts}
        items={GAUGES.map((gauge) => ({
          term: t(`operatorPayments.gauge.${gauge}`),
          value: health[gauge],
          className: health[gauge] > 0 && gauge !== 'refunds_waiting' ? styles.wrong : undefined,
        }))}
      />
      {health.orders?.length ? (
        <Notice tone="error">{t('operatorPayments.orders', { numbers: health.orders.join(', ') })}</Notice>
      ) : null}
    </Card>
  );
}

/** The payments that match the filter, newest first, in pages. */
function PaymentList(filter: PaymentFilter) {
  const t = useText();
  const { data: payments, error, refetch, ...older } = useInfiniteQuery(operatorPaymentsQuery(filter));
  if (error) return <LoadFailure text={t('operatorPayments.loadFailed')} onRetry={() => void refetch()} />;
  if (!payments) return <Skeleton height="150vh" radius="var(--radius-card)" />;
  if (payments.length === 0) return <EmptyState text={t('operatorPayments.none')} />;
  return (
    <div>
      <Stack as="ul">
        {payments.map((payment) => (
          <PaymentRow key={payment.id} payment={payment} />
        ))}
      </Stack>
      {older.hasNextPage ? (
        <LoadMore
          label={t('activity.older')}
          isLoading={older.isFetchingNextPage}
          onMore={() => void older.fetchNextPage()}
        />
      ) : null}
    </div>
  );
}

function PaymentRow({ payment }: { payment: OperatorPaymentView }) {
  const t = useText();
  const times = useTimeText();
  const { id, amount, provider, state, order, customer_email, created_at } = payment;
  return (
    <Card as="li" gap={2}>
      <div className={styles.head}>
        <h3 className={styles.name}>
          <Link to={`/operator/payments/${id}`}>
            {formatRupees(amount)} {order ? order.orderNumber : t('operatorPayments.noOrder')}
          </Link>
        </h3>
        <span className={styles.chip}>{t(`operatorPayments.state.${state}`)}</span>
      </div>
      <p className={styles.details}>
        <span>{times.moment(created_at)}</span>
        <span>{t(`operatorPayments.provider.${provider}`)}</span>
        {order ? <span>{order.shop_slug}</span> : null}
        <span>{customer_email ?? t('operatorPayments.lostCustomer')}</span>
      </p>
    </Card>
  );
}
