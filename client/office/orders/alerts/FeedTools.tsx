import { isConnectionLost } from '@haat/machines/notify/notification-feed.machine';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { useOnline } from '../../../lib/browser.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row } from '../../../ui/Card.tsx';
import { LoadFailure } from '../../../ui/EmptyState.tsx';
import { FeedContext } from './notification-feed.ts';

// Loaded late: the orders come first.
const AlertsOffer = lazyComponent(() => import('./AlertsOffer.tsx'), 'AlertsOffer', AlertsPlaceholder);

type Props = { children?: ReactNode };

/** How this device notifies of new orders, beside the sound in the header; `children` are further switches. */
export function FeedTools({ children }: Props) {
  return (
    <Row gap={2}>
      {children}
      <AlertsOffer />
    </Row>
  );
}

function AlertsPlaceholder() {
  const t = useText();
  // An approximation of what AlertsOffer checks once it is loaded.
  if (!('Notification' in window) || Notification.permission !== 'default') return null;
  return (
    <Button look="secondary" disabled>
      {t('notifications.allowDesktop')}
    </Button>
  );
}

/** Why new orders do not arrive live, with a retry. Offline, the banner above every screen says it. */
export function FeedProblem() {
  const t = useText();
  const isOnline = useOnline();
  const feed = FeedContext.useActorRef();
  const hasFailed = FeedContext.useSelector((state) => state.matches('failed'));
  const isLost = FeedContext.useSelector(isConnectionLost);
  const retry = () => feed.send({ type: 'retry' });
  if (!isOnline) return null;
  if (hasFailed) return <LoadFailure text={t('notifications.loadFailed')} onRetry={retry} />;
  return isLost ? <LoadFailure text={t('notifications.lost')} onRetry={retry} /> : null;
}
