import type { NotificationView } from '@haat/contract/notify/notifications.calls';
import type { PushData } from '@haat/contract/notify/push.calls';
import type { FeedName, OrderUpdateEvent } from '@haat/contract/socket-events';
import { ringingCount } from '@haat/machines/notify/notification-feed.machine';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { setTitleBadge } from '../../../lib/document-title.ts';
import { onLive } from '../../../lib/live-updates.ts';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import { useLocked } from '../../../shared/session/shared-device.ts';
import { useLastCalls } from './last-call.ts';
import { useNewOrderSound, useSoundUnlock } from './new-order-sound.ts';
import { FeedContext, useReconnect } from './notification-feed.ts';
import { useNotificationText } from './use-notification-text.ts';

/**
 * Announces new orders and orders that end soon by sound, desktop notification, tab title and to screen readers, until they are
 * acknowledged.
 */
export function NewOrderAlerts() {
  const feed = FeedContext.useActorRef();
  const textOf = useNotificationText();
  const { showAlert, showLastCall } = useDesktopAlerts();
  const [latest, setLatest] = useState('');
  const count = FeedContext.useSelector(({ context }) => ringingCount(context));
  useTitleBadge(count);
  useNewOrderSound(count > 0);
  useSoundUnlock();
  useReconnect(feed);
  useOpenedOrders();
  const { shopId = 0 } = useSession();
  useLastCalls(shopId, (event) => setLatest(showLastCall(event)));

  useEffect(() => {
    const subscription = feed.on('announced', ({ notification }) => {
      const text = textOf(notification);
      setLatest(text);
      showAlert(notification, text);
    });
    return () => subscription.unsubscribe();
  }, [feed, showAlert, textOf]);

  return (
    <p className="visually-hidden" role="status">
      {latest}
    </p>
  );
}

function useDesktopAlerts() {
  const t = useText();
  const navigate = useNavigate();
  const feed = FeedContext.useActorRef();
  const isLocked = useLocked();
  const { shopId = 0, shopSlug } = useSession();
  const path = `/${shopSlug}/shop-orders` as const;
  const onOpen = () => {
    if (!isLocked()) feed.send({ type: 'acknowledge' });
    void navigate(path);
  };
  const showAlert = ({ id }: NotificationView, text: string) =>
    showDesktopAlert({
      // The id of the order's push message: only the first of both is shown, by one tab.
      id: `${feedOf(shopId)}#${id}`,
      kind: 'order.placed',
      title: t('notifications.newOrder'),
      body: text,
      path,
      tag: `shop-${shopId}-${id}`,
      onOpen,
    });
  const showLastCall = ({ seq, order_id: orderId, order_number: number }: OrderUpdateEvent) => {
    const title = t('notifications.lastCall', { number });
    // Here, too.
    const id = `${feedOf(shopId)}#${seq}` as const;
    showDesktopAlert({ id, kind: 'order.alert', title, body: '', path, tag: `order.alert:${orderId}`, onOpen });
    return title;
  };
  return { showAlert, showLastCall };
}

/** A click on the push message of a new order acknowledges it. */
function useOpenedOrders(): void {
  const feed = FeedContext.useActorRef();
  const isLocked = useLocked();
  const { shopId = 0 } = useSession();
  useEffect(() => {
    const ofThisShop = `${feedOf(shopId)}#`;
    return onLive('push.opened', ({ id }) => {
      if (id.startsWith(ofThisShop) && !isLocked()) feed.send({ type: 'acknowledge' });
    });
  }, [feed, shopId, isLocked]);
}

const feedOf = (shopId: number): FeedName => `shop:${shopId}`;

/** Shows the number of new orders in the tab's title and on the icon of the installed app. */
export function useTitleBadge(count: number): void {
  useEffect(() => show(count), [count]);
  useEffect(() => () => show(0), []);
}

function show(count: number): void {
  setTitleBadge(count);
  // Only installed apps have an icon with a badge.
  void (navigator as Partial<Navigator>).setAppBadge?.(count)?.catch(() => {});
}

/** `onOpen`: called on a click when the page shows the notification itself. */
type Alert = PushData & { onOpen: () => void };

/**
 * Shows a desktop notification if permitted; a click focuses the page. It is left to the service worker where there is one,
 * which knows the push messages already shown, and because phones do not let a page show it.
 */
function showDesktopAlert({ onOpen, ...message }: Alert): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const worker = navigator.serviceWorker?.controller;
  worker?.postMessage({ type: 'push.show', message }, []);
  if (!worker) showByPage(message, onOpen);
}

function showByPage({ title, body, tag }: PushData, onOpen: () => void): void {
  const shown = createNotification(title, { body, tag, icon: './icons/icon-192.png' });
  shown?.addEventListener('click', () => {
    window.focus();
    shown.close();
    onOpen();
  });
}

function createNotification(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options);
  } catch {
    // Phones have the class, but only a service worker may use it.
    return undefined;
  }
}
