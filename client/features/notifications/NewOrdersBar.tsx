import { newOrderCount } from '@haat/machines/notifications/notification-feed.machine';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass, Button } from '../../ui/Button.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { isChimeUnlocked, onChimeChange, isSoundOn, onSoundChange } from './new-order-sound.ts';
import { FeedContext } from './notification-feed.ts';
import styles from './NewOrdersBar.module.css';

/**
 * On every screen of the back office while there are new orders: their number, a link to them, and a button that silences all
 * devices of the shop. Also shows that the sound is locked until the next tap.
 */
export function NewOrdersBar() {
  const t = useText();
  const feed = FeedContext.useActorRef();
  const count = FeedContext.useSelector(({ context }) => newOrderCount(context));
  const isSoundLocked = useSoundLocked();
  const { shopSlug } = useSession();
  const acknowledge = () => feed.send({ type: 'acknowledge' });

  if (count === 0 && !isSoundLocked) return null;
  return (
    <>
      <div className={styles.room} />
      <section
        className={`${styles.bar} ${count > 0 ? styles.urgent : ''}`}
        aria-label={t('notifications.newOrder')}
        data-new-orders={count}
      >
        <div className={styles.words}>
          {count > 0 ? <strong>{t('notifications.newOrders', { count })}</strong> : null}
          {isSoundLocked ? <p className={styles.hint}>{t('notifications.soundAsleep')}</p> : null}
        </div>
        {count > 0 ? (
          <div className={styles.actions}>
            <Link className={buttonClass()} to={`/${shopSlug}/shop-orders`} onClick={acknowledge}>
              {t('notifications.view')}
            </Link>
            <Button look="secondary" onClick={acknowledge}>
              {t('notifications.silence')}
            </Button>
          </div>
        ) : null}
      </section>
    </>
  );
}

function useSoundLocked(): boolean {
  const isOn = useSyncExternalStore(onSoundChange, isSoundOn);
  const isReady = useSyncExternalStore(onChimeChange, isChimeUnlocked);
  return isOn && !isReady;
}
