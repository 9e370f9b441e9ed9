import { isLineLost } from '@haat/machines/notifications/notification-feed.machine';
import { useText } from '../../i18n/use-text.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { FeedContext } from './feed-context.ts';

/** What keeps new orders from appearing by themselves, and the way to try again. Spec section 8. */
export function FeedProblem() {
  const t = useText();
  const feed = FeedContext.useActorRef();
  const hasFailed = FeedContext.useSelector((state) => state.matches('failed'));
  const isLost = FeedContext.useSelector(isLineLost);
  const retry = () => feed.send({ type: 'retry' });
  if (hasFailed) return <LoadFailure text={t('notifications.loadFailed')} onRetry={retry} />;
  return isLost ? <LoadFailure text={t('notifications.lost')} onRetry={retry} /> : null;
}
