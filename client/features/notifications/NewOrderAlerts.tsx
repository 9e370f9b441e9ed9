import type { NotificationView } from '@haat/contract/api/notifications.schema';
import type { FeedName } from '@haat/contract/events/feeds';
import { newOrderCount } from '@haat/machines/notifications/notification-feed.machine';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { onLive } from '../../lib/live-events.ts';
import { useSession } from '../session/use-session.ts';
import { showDesktopAlert } from './desktop-alerts.ts';
import { FeedContext } from './feed-context.ts';
import { useLineBack } from './use-line-back.ts';
import { useNotificationText } from './use-notification-text.ts';
import { useRinging } from './use-ringing.ts';
import { useTitleBadge } from './use-title-badge.ts';
import { useUnlockedSound } from './use-unlocked-sound.ts';

/** Tells of new orders by sound, on the desktop, in the tab's title and to screen readers, until somebody takes notice. */
export function NewOrderAlerts() {
  const feed = FeedContext.useActorRef();
  const textOf = useNotificationText();
  const announce = useAnnouncing();
  const [latest, setLatest] = useState('');
  const count = FeedContext.useSelector(({ context }) => newOrderCount(context));
  useTitleBadge(count);
  useRinging(count > 0);
  useUnlockedSound();
  useLineBack(feed);
  useOpenedOrders();

  useEffect(() => {
    const subscription = feed.on('announced', ({ notification }) => {
      const text = textOf(notification);
      setLatest(text);
      announce(notification, text);
    });
    return () => subscription.unsubscribe();
  }, [feed, announce, textOf]);

  return (
    <p className="visually-hidden" role="status">
      {latest}
    </p>
  );
}

function useAnnouncing(): (notification: NotificationView, text: string) => void {
  const t = useText();
  const navigate = useNavigate();
  const feed = FeedContext.useActorRef();
  const { shopId = 0, shopSlug } = useSession();
  return ({ id }, text) => {
    showDesktopAlert({
      // As the push message of the same order has it: whichever comes first is shown, by one tab of many.
      id: `${feedOf(shopId)}#${id}`,
      kind: 'order.placed',
      title: t('notifications.newOrder'),
      body: text,
      path: `/${shopSlug}/shop-orders`,
      tag: `shop-${shopId}-${id}`,
      onOpen: () => {
        feed.send({ type: 'acknowledge' });
        void navigate(`/${shopSlug}/shop-orders`);
      },
    });
  };
}

/** Who clicked on the notification of a new order has taken notice. */
function useOpenedOrders(): void {
  const feed = FeedContext.useActorRef();
  const { shopId = 0 } = useSession();
  useEffect(() => {
    const ofThisShop = `${feedOf(shopId)}#`;
    return onLive('push.opened', ({ id }) => {
      if (id.startsWith(ofThisShop)) feed.send({ type: 'acknowledge' });
    });
  }, [feed, shopId]);
}

// Not `shopFeed`: a file of one line for this screen and the live line to share.
const feedOf = (shopId: number): FeedName => `shop:${shopId}`;
