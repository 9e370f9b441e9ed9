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
import { useNotificationText } from './use-notification-text.ts';
import { useRepeatedChime } from './use-repeated-chime.ts';
import { useTitleBadge } from './use-title-badge.ts';
import { useUnlockedSound } from './use-unlocked-sound.ts';
import { useUnseen } from './use-unseen.ts';

/** Tells of each new order by sound, on the desktop, in the tab's title and to screen readers. */
export function NewOrderAlerts() {
  const feed = FeedContext.useActorRef();
  const textOf = useNotificationText();
  const announce = useAnnouncing();
  const [latest, setLatest] = useState('');
  const { unseen, addUnseen } = useUnseen();
  useTitleBadge(unseen);
  useRepeatedChime(unseen > 0);
  useUnlockedSound();
  useLineBack(feed);

  useEffect(() => {
    const subscription = feed.on('announced', ({ notification }) => {
      const text = textOf(notification);
      setLatest(text);
      addUnseen();
      announce(notification, text);
    });
    return () => subscription.unsubscribe();
  }, [feed, addUnseen, announce, textOf]);

  return (
    <p className="visually-hidden" role="status">
      {latest}
    </p>
  );
}

function useAnnouncing(): (notification: NotificationView, text: string) => void {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { shopId = 0, shopSlug } = useSession();
  return ({ id }, text) => {
    if (isSoundOn()) playChime();
    // The stream goes through where a proxy holds back web sockets.
    void queries.invalidateQueries({ queryKey: QUERY_KEYS.shopOrders(shopId) });
    showDesktopAlert({
      title: t('notifications.newOrder'),
      body: text,
      tag: `shop-${shopId}-${id}`,
      onOpen: () => void navigate(`/${shopSlug}/shop-orders`),
    });
  };
}
