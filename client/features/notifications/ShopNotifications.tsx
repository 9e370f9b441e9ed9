import { Navigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useSession } from '../session/use-session.ts';
import { FeedContext } from './feed-context.ts';
import { FeedProblem } from './FeedProblem.tsx';
import { FeedTools } from './FeedTools.tsx';
import { LiveSign } from './LiveSign.tsx';
import { NotificationCard } from './NotificationCard.tsx';
import styles from './ShopNotifications.module.css';

/** Shop Notifications (Live): the shop's new orders, as they come. Only for members of a shop. Spec section 2. */
export function ShopNotifications() {
  const { isSignedIn, shopId } = useSession();
  return isSignedIn && shopId !== undefined ? <Feed /> : <Navigate to="/" replace />;
}

function Feed() {
  const t = useText();
  const now = useMinute();
  const isLoading = FeedContext.useSelector((state) => state.matches('loading'));
  const hasFailed = FeedContext.useSelector((state) => state.matches('failed'));
  const notifications = FeedContext.useSelector(({ context }) => context.notifications);
  return (
    <section className={styles.feed} aria-labelledby="shop-notifications">
      <div className={styles.top}>
        <h2 id="shop-notifications">{t('notifications.title')}</h2>
        <LiveSign />
      </div>
      <FeedTools />
      <FeedProblem />
      {isLoading ? <p role="status">{t('notifications.loading')}</p> : null}
      {!isLoading && !hasFailed && notifications.length === 0 ? <EmptyState text={t('notifications.empty')} /> : null}
      <ol className={styles.list}>
        {notifications.map((notification) => (
          <NotificationCard key={notification.id} notification={notification} now={now} />
        ))}
      </ol>
    </section>
  );
}
