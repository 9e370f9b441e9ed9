import { readPushData } from '@haat/contract/rules/push-data';
import { tellLive } from '../live-events.ts';
import { isNews } from '../told-news.ts';
import { showText } from '../toasts.ts';

type FromWorker = { type?: string; message?: unknown };

/**
 * What the service worker tells an open page until the signal: a message that arrived while the page is looked at becomes a
 * toast, and a click on a notification is passed on. Spec section 4, push.
 */
export function hearPushes(ended: AbortSignal): void {
  const hear = ({ data, ports }: MessageEvent<FromWorker | undefined>) => {
    const message = readPushData(data?.message);
    if (!message) return;
    if (data?.type === 'push.opened') tellLive('push.opened', message);
    if (data?.type !== 'push.arrived') return;
    // Unanswered, it is shown as a notification.
    ports[0]?.postMessage('told');
    if (isNews(message.id)) void showText('info', `${message.title}: ${message.body}`);
  };
  navigator.serviceWorker?.addEventListener('message', hear, { signal: ended });
}
