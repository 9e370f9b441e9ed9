import { HOLD_MINUTES } from '@haat/contract/rules/payment';
import { useText } from '../../i18n/use-text.ts';
import styles from './PaymentScreen.module.css';
import { useMinutesUntil } from './use-minutes-until.ts';

type Props = { until: string };

/** How long the goods are still kept, minute by minute: nobody pays better for being counted down to. */
export function HoldTime({ until }: Props) {
  const t = useText();
  // A clock that is slow must not promise more than there ever was.
  const minutes = Math.min(useMinutesUntil(until), HOLD_MINUTES);
  return (
    <p className={styles.remark} role="status">
      {minutes > 0 ? t('payment.held', { minutes }) : t('payment.holdOver')}
    </p>
  );
}
