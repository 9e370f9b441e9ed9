import type { PaymentTrailView } from '@haat/contract/api/operator-payments.schema';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../lib/use-time-text.ts';
import styles from './OperatorPayments.module.css';
import { TrailSection } from './TrailSection.tsx';

type Props = Pick<PaymentTrailView, 'events' | 'refunds'>;
const SOURCES = ['start', 'verify', 'webhook', 'sweeper', 'order', 'refund', 'return', 'operator'] as const;
const isSource = (source: string): source is (typeof SOURCES)[number] =>
  (SOURCES as readonly string[]).includes(source);

/** How a payment came to be what it is, and what was tried to give it back. */
export function PaymentSteps({ events, refunds }: Props) {
  const t = useText();
  const times = useTimeText();
  return (
    <>
      <TrailSection title={t('operatorPayments.steps')} empty={t('operatorPayments.noSteps')}>
        {events.map(({ at, source, from, to, details }) => (
          <li key={`${at} ${to}`} className={styles.step}>
            <strong>
              {t('operatorPayments.moved', {
                from: t(`operatorPayments.state.${from}`),
                to: t(`operatorPayments.state.${to}`),
              })}
            </strong>
            <span>{times.moment(at)}</span>
            <span>{isSource(source) ? t(`operatorPayments.source.${source}`) : source}</span>
            <span lang="en">{wordsOf(details)}</span>
          </li>
        ))}
      </TrailSection>
      <TrailSection title={t('operatorPayments.refunds')} empty={t('operatorPayments.noRefunds')}>
        {refunds.map(({ id, at, amount, state, attempts, provider_refund_id, error }) => (
          <li key={id} className={styles.step}>
            <strong>
              {formatRupees(amount)} {t(`operatorPayments.refundState.${state}`)}
            </strong>
            <span>{times.moment(at)}</span>
            <span>{t('operatorPayments.tries', { count: attempts })}</span>
            <span>{provider_refund_id}</span>
            <span lang="en">{error}</span>
          </li>
        ))}
      </TrailSection>
    </>
  );
}

/** For who looks things up, as they are stored. */
const wordsOf = (details: Record<string, unknown>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
