import { lastCalls, ringingCount } from '@haat/machines/notify/notification-feed.machine';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { buttonClass, Button } from '../../../ui/Button.tsx';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import { FeedContext } from './notification-feed.ts';
import styles from './OrderAlerts.module.css';

/**
 * On every screen of the back office while there are new orders, or some that end soon: their number, a link to them, and a
 * button that silences all devices of the shop. On the board, it takes one line and omits the number of new orders, but names
 * orders that end soon: they may be scrolled out of view.
 */
export function NewOrdersBar() {
  const count = FeedContext.useSelector(({ context }) => ringingCount(context));
  return count === 0 ? null : <Bar count={count} />;
}

function Bar({ count }: { count: number }) {
  const t = useText();
  const feed = FeedContext.useActorRef();
  const ending = FeedContext.useSelector(({ context }) => lastCalls(context).length);
  const bar = useRef<HTMLElement>(null);
  useRoomFor(bar);
  const { shopSlug } = useSession();
  const board = `/${shopSlug}/shop-orders`;
  const isOnBoard = useLocation().pathname === board;
  const acknowledge = () => feed.send({ type: 'acknowledge' });

  return (
    <>
      <div className={styles.room} />
      <section
        ref={bar}
        className={`${styles.bar} ${isOnBoard ? styles.line : ''}`}
        aria-label={t('notifications.newOrder')}
        data-new-orders={count}
      >
        <div className={styles.words}>
          <strong className={isOnBoard && ending === 0 ? 'visually-hidden' : undefined}>
            {ending > 0 ? t('notifications.endingSoon', { count: ending }) : t('notifications.newOrders', { count })}
          </strong>
        </div>
        <div className={styles.actions}>
          {isOnBoard ? null : (
            <Link className={buttonClass()} to={board} onClick={acknowledge}>
              {t('notifications.view')}
            </Link>
          )}
          <Button look="secondary" onClick={acknowledge}>
            {isOnBoard ? t('notifications.silenceCount', { count }) : t('notifications.silence')}
          </Button>
        </div>
      </section>
    </>
  );
}

/** As high as it is, with words that wrap or are enlarged, whatever stays at the lower edge stands above it. */
function useRoomFor(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--orders-bar', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty('--orders-bar');
    };
  }, [bar]);
}
