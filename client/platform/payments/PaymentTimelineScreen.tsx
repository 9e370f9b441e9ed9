import {
  checkPayment,
  getPayment,
  refundPayment,
  type PaymentTimelineView,
} from '@haat/contract/platform/operator.calls';
import { formatRupees } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import { useQueryClient } from '@tanstack/react-query';
import { Children, type ReactNode, useId } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { reload } from '../../lib/reload.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { DefinitionList } from '../../ui/DefinitionList.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import styles from '../../ui/Facts.module.css';
import { Loaded } from '../../ui/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import looks from '../../ui/looks.module.css';
import { useChange } from '../../ui/use-change.ts';
import { RefundOrder } from '../../shared/orders/RefundOrder.tsx';

/** One payment with its full history, and the operator's actions on it. */
export function PaymentTimelineScreen() {
  const t = useText();
  const { id = '' } = matchPath('/operator/payments/:id', useLocation().pathname)?.params ?? {};
  return (
    <Page title={t('operatorPayments.one', { id })} narrow>
      <PaymentTimeline key={id} id={id} />
    </Page>
  );
}

function PaymentTimeline({ id }: { id: string }) {
  const t = useText();
  const read = useCall(getPayment, { params: { id } }, { staleTime: 0 });
  return (
    <Loaded
      read={read}
      failed="operatorPayments.oneFailed"
      waiting={<Skeleton height="150vh" radius="var(--radius-card)" />}
    >
      {(payment) => (
        <Stack gap={5}>
          <PaymentFacts payment={payment} />
          <PaymentActions payment={payment} />
          <PaymentSteps events={payment.events} refunds={payment.refunds} />
          <PaymentReports reports={payment.webhooks} />
          <p>
            <Link to="/operator/payments">{t('operatorPayments.all')}</Link>
          </p>
        </Stack>
      )}
    </Loaded>
  );
}

/** The payment and its order. */
function PaymentFacts({ payment }: { payment: PaymentTimelineView }) {
  const t = useText();
  const times = useTimeText();
  const { order, paid_at } = payment;
  const items = [
    { term: t('operatorPayments.amount'), value: formatRupees(payment.amount) },
    ...(payment.state === 'consumed' && payment.left < payment.amount
      ? [{ term: t('operatorPayments.left'), value: formatRupees(payment.left) }]
      : []),
    { term: t('operatorPayments.status'), value: t(`operatorPayments.state.${payment.state}`) },
    { term: t('operatorPayments.through'), value: t(`operatorPayments.provider.${payment.provider}`) },
    {
      term: t('operatorPayments.customer'),
      value: payment.customer_email ?? t('operatorPayments.lostCustomer'),
    },
    { term: t('operatorPayments.began'), value: times.moment(payment.created_at) },
    { term: t('operatorPayments.paidAt'), value: paid_at && times.moment(paid_at) },
    {
      term: t('cashReport.order'),
      value: order
        ? `${order.orderNumber} (${shopName({ slug: order.shop_slug, name: order.shop_name })})`
        : t('operatorPayments.noOrder'),
    },
    { term: t('operatorPayments.total'), value: order && formatRupees(order.total) },
    { term: t('operatorPayments.ofOrder'), value: order && t(`operatorPayments.order.${order.payment_status}`) },
    { term: t('operatorPayments.providerOrder'), value: payment.provider_order_id },
    { term: t('operatorPayments.providerPayment'), value: payment.provider_payment_id },
  ];
  return (
    <Card>
      <DefinitionList layout="divided" className={`${styles.facts} ${styles.spaced}`} items={items} />
    </Card>
  );
}

/** The actions that are possible now: check with the provider, and refund after a confirmation. */
function PaymentActions({
  payment: { id, state, order, left, refundable, can_check, can_refund },
}: {
  payment: PaymentTimelineView;
}) {
  const t = useText();
  const queries = useQueryClient();
  const checking = useChange(checkPayment, {
    failed: 'operatorPayments.actionFailed',
    done: 'operatorPayments.checked',
  });
  const refunding = useChange(refundPayment, {
    failed: 'operatorPayments.actionFailed',
    done: 'operatorPayments.refundBegun',
  });
  const isSending = checking.isSending || refunding.isSending;
  const problem = checking.refusal ?? refunding.refusal;
  const check = () => {
    refunding.reset();
    checking.send({ params: { id } });
  };
  const refund = () => {
    checking.reset();
    refunding.send({ params: { id } });
  };
  if (!can_check && !can_refund && !problem) return null;
  return (
    <Row align="stretch">
      {can_check ? (
        <Button look="secondary" disabled={isSending} onClick={check}>
          {t('operatorPayments.check')}
        </Button>
      ) : null}
      {can_refund ? (
        <ConfirmButton
          look="secondary"
          disabled={isSending}
          label={t('operatorPayments.refund')}
          question={t('operatorPayments.refundSure', { amount: formatRupees(refundable) })}
          onConfirm={refund}
        />
      ) : null}
      {order && state === 'consumed' && left > 0 ? (
        <RefundOrder
          orderId={order.id}
          number={order.orderNumber}
          refundable={{ online: left, cash: 0 }}
          isDelivered={false}
          onSettled={() => reload(queries, ['/api/operator/payments'])}
        />
      ) : null}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </Row>
  );
}

type Props = Pick<PaymentTimelineView, 'events' | 'refunds'>;
const SOURCES = ['start', 'verify', 'webhook', 'sweeper', 'order', 'refund', 'return', 'operator', 'recovery'] as const;
const isSource = (source: string): source is (typeof SOURCES)[number] =>
  (SOURCES as readonly string[]).includes(source);

/** The history of a payment, and the attempts to refund it. */
function PaymentSteps({ events, refunds }: Props) {
  const t = useText();
  const times = useTimeText();
  return (
    <>
      <TimelineSection title={t('operatorPayments.steps')} empty={t('operatorPayments.noSteps')}>
        {events.map(({ at, source, from, to, details }) => (
          <li key={`${at} ${source} ${to}`} className={styles.step}>
            <strong>
              {source === 'recovery'
                ? t('operatorPayments.recovered')
                : t('operatorPayments.moved', {
                    from: t(`operatorPayments.state.${from}`),
                    to: t(`operatorPayments.state.${to}`),
                  })}
            </strong>
            <span>{times.moment(at)}</span>
            <span>{isSource(source) ? t(`operatorPayments.source.${source}`) : source}</span>
            <span lang="en">{wordsOf(details)}</span>
          </li>
        ))}
      </TimelineSection>
      <TimelineSection title={t('operatorPayments.refunds')} empty={t('operatorPayments.noRefunds')}>
        {refunds.map(({ id, at, amount, state, reason, text, attempts, provider_refund_id, error }) => (
          <li key={id} className={styles.step}>
            <strong>
              {formatRupees(amount)} {t(`operatorPayments.refundState.${state}`)}
            </strong>
            <span>{times.moment(at)}</span>
            {isPartReason(reason) ? <span>{t(`refund.reason.${reason}`)}</span> : null}
            {text ? <span>{text}</span> : null}
            <span>{t('operatorPayments.tries', { count: attempts })}</span>
            <span>{provider_refund_id}</span>
            <span lang="en">{error}</span>
          </li>
        ))}
      </TimelineSection>
    </>
  );
}

const PART_REASONS = ['adjustment', 'goodwill', 'problem'] as const;
const isPartReason = (reason: string | null): reason is (typeof PART_REASONS)[number] =>
  (PART_REASONS as readonly (string | null)[]).includes(reason);

/** For who looks things up, as they are stored. */
const wordsOf = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

/** The webhook events of the payment. */
function PaymentReports({ reports }: { reports: PaymentTimelineView['webhooks'] }) {
  const t = useText();
  const times = useTimeText();
  return (
    <TimelineSection title={t('operatorPayments.reports')} empty={t('operatorPayments.noReports')}>
      {reports.map(({ event_id, kind, at, processed_at, attempts, error }) => (
        <li key={event_id} className={styles.step}>
          <strong lang="en">{kind}</strong>
          <span>{times.moment(at)}</span>
          <span>{t(processed_at ? 'operatorPayments.processed' : 'operatorPayments.waiting')}</span>
          <span>{t('operatorPayments.tries', { count: attempts })}</span>
          <span>{event_id}</span>
          <span lang="en">{error}</span>
        </li>
      ))}
    </TimelineSection>
  );
}

type TimelineSectionProps = { title: string; empty: string; children: ReactNode };

/** One section of the payment's timeline, oldest first. */
function TimelineSection({ title, empty, children }: TimelineSectionProps) {
  const titleId = useId();
  return (
    <Card as="section" gap={2} aria-labelledby={titleId}>
      <h2 id={titleId} className={looks.large}>
        {title}
      </h2>
      {Children.count(children) === 0 ? <p className={styles.details}>{empty}</p> : <ol>{children}</ol>}
    </Card>
  );
}
