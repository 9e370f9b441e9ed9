import type { PaymentTrailView } from '@haat/contract/api/operator-payments.schema';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../lib/use-time-text.ts';
import styles from './OperatorPayments.module.css';
import { TrailSection } from './TrailSection.tsx';

/** What the provider reported by itself. */
export function PaymentReports({ reports }: { reports: PaymentTrailView['webhooks'] }) {
  const t = useText();
  const times = useTimeText();
  return (
    <TrailSection title={t('operatorPayments.reports')} empty={t('operatorPayments.noReports')}>
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
    </TrailSection>
  );
}
