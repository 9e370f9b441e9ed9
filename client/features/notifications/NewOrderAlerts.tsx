import type { NotificationView } from '@haat/contract/api/notifications.schema';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { useSession } from '../session/use-session.ts';
import { playChime } from './chime.ts';
import { showDesktopAlert } from './desktop-alerts.ts';
import { FeedContext } from './feed-context.ts';
import { isSoundOn } from './sound-setting.ts';
import { useLineBack } from './use-line-back.ts';
import { useRepeatedChime } from './use-repeated-chime.ts';
import { useTitleBadge } from './use-title-badge.ts';
import { useUnlockedSound } from './use-unlocked-sound.ts';
import { useUnseen } from './use-unseen.ts';

/** Tells of each new order by sound, on the desktop, in the tab's title and to screen readers. */
export function NewOrderAlerts() {
  const feed = FeedContext.useActorRef();
  const announce = useAnnouncing();
  const [latest, setLatest] = useState('');
  const { unseen, addUnseen } = useUnseen();
  useTitleBadge(unseen);
  useRepeatedChime(unseen > 0);
  useUnlockedSound();
  useLineBack(feed);

  useEffect(() => {
    const subscription = feed.on('announced', ({ notification }) => {
      setLatest(notification.message);
      addUnseen();
      announce(notification);
    });
    return () => subscription.unsubscribe();
  }, [feed, addUnseen, announce]);

  return (
    <p className="visually-hidden" role="status">
      {latest}
    </p>
  );
}

function useAnnouncing(): (notification: NotificationView) => void {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { shopId = 0, shopSlug } = useSession();
  return ({ id, message }) => {
    if (isSoundOn()) playChime();
    // The stream goes through where a proxy holds back web sockets.
    void queries.invalidateQueries({ queryKey: QUERY_KEYS.shopOrders(shopId) });
    showDesktopAlert({
      title: t('notifications.newOrder'),
      body: message,
      tag: `shop-${shopId}-${id}`,
      onOpen: () => void navigate(`/${shopSlug}/shop-orders`),
    });
  };
}
