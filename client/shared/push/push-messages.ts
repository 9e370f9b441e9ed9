import { readToken } from '@haat/contract/accounts/decode-token';
import { readPushData } from '@haat/contract/notify/push-data';
import { readAuthToken } from '../../lib/storage.ts';
import { pushToken } from './push-token.ts';
import { emitLive } from '../../lib/live-updates.ts';
import { markSeen } from '../../lib/seen-events.ts';
import { showText } from '../../ui/toasts.tsx';

/** Until the signal, this device receives the push messages of the logged-in user. */
export function followSession(ended: AbortSignal): void {
  const userId = readToken(readAuthToken())?.sub;
  if (userId === undefined || ended.aborted) return;
  listenToWorker(ended);
  pushToken.send({ type: 'signedIn', userId });
  ended.addEventListener('abort', () => {
    // It also ends when the same user gets a token with other claims.
    if (readAuthToken() === undefined) pushToken.send({ type: 'signedOut' });
  });
}

type FromWorker = { type?: string; message?: unknown };

/**
 * Handles the messages of the service worker until the signal: a push message that arrives while the page is visible becomes
 * a toast, and a click on a notification is emitted as `push.opened`.
 */
export function listenToWorker(ended: AbortSignal): void {
  const onMessage = ({ data, ports }: MessageEvent<FromWorker | undefined>) => {
    const message = readPushData(data?.message);
    if (!message) return;
    if (data?.type === 'push.opened') emitLive('push.opened', message);
    if (data?.type !== 'push.arrived') return;
    // Unanswered, it is shown as a notification.
    ports[0]?.postMessage('received');
    if (markSeen(message.id)) void showText('info', `${message.title}: ${message.body}`);
  };
  navigator.serviceWorker?.addEventListener('message', onMessage, { signal: ended });
}
