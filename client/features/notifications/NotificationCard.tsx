import type { NotificationView } from '@haat/contract/api/notifications.schema';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../lib/use-time-text.ts';
import { useNotificationText } from './use-notification-text.ts';
import styles from './ShopNotifications.module.css';

type Props = { notification: NotificationView; now: Date };

/** One message with its time, and where a live one says so, who ordered. Spec section 3, notification. */
export function NotificationCard({ notification, now }: Props) {
  const t = useText();
  const { moment, age } = useTimeText();
  const textOf = useNotificationText();
  const { created_at, address, phone } = notification;
  return (
    <li className={styles.card}>
      <p className={styles.message}>{textOf(notification)}</p>
      <p className={styles.facts}>
        <time dateTime={created_at}>
          {moment(created_at)} · {age(created_at, now)}
        </time>
      </p>
      {address ? <p className={styles.facts}>{address}</p> : null}
      {phone ? (
        <a className={styles.phone} href={`tel:+91${phone}`} aria-label={t('header.call', { phone })}>
          {phone}
        </a>
      ) : null}
    </li>
  );
}
