import { useText } from '../../i18n/use-text.ts';
import { FeedContext } from './feed-context.ts';
import styles from './LiveSign.module.css';

/** Whether new orders appear by themselves right now. */
export function LiveSign() {
  const t = useText();
  const isLive = FeedContext.useSelector((state) => state.matches({ streaming: 'live' }));
  const isReconnecting = FeedContext.useSelector((state) => state.matches('reconnecting'));
  if (!isLive && !isReconnecting) return null;
  return (
    <p className={`${styles.sign} ${isLive ? styles.live : ''}`} role="status">
      {t(isLive ? 'notifications.live' : 'notifications.reconnecting')}
    </p>
  );
}
