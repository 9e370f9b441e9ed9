import { newOrderCount } from '@haat/machines/notifications/notification-feed.machine';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { useSession } from '../session/use-session.ts';
import { canChime, onChimeChanged } from './chime.ts';
import { FeedContext } from './feed-context.ts';
import styles from './NewOrdersBar.module.css';
import { isSoundOn, onSoundSwitched } from './sound-setting.ts';

/**
 * On every screen of the shop, while orders wait for somebody to take notice: how many, the way to them, and silence for
 * all devices of the shop. Also says when the sound waits for a tap. Spec section 2, shop notifications.
 */
export function NewOrdersBar() {
  const t = useText();
  const feed = FeedContext.useActorRef();
  const count = FeedContext.useSelector(({ context }) => newOrderCount(context));
  const isAsleep = useSoundAsleep();
  const { shopSlug } = useSession();
  const acknowledge = () => feed.send({ type: 'acknowledge' });

  if (count === 0 && !isAsleep) return null;
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
          {isAsleep ? <p className={styles.hint}>{t('notifications.soundAsleep')}</p> : null}
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

function useSoundAsleep(): boolean {
  const isOn = useSyncExternalStore(onSoundSwitched, isSoundOn);
  const isReady = useSyncExternalStore(onChimeChanged, canChime);
  return isOn && !isReady;
}
