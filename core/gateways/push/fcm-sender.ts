import type { Message } from 'firebase-admin/messaging';
import { log } from '../../log.ts';
import type { PushMessage, PushSender } from '../push-sender.ts';
import type { FcmAccount } from './fcm-messaging.ts';
import { outcomeOfFailure } from './fcm-outcome.ts';

/** How long a device may be out of reach: older news of an order is none. */
const LIVES_SECONDS = 6 * 3600;

/** Sends through Firebase Cloud Messaging; its SDK is loaded with the first message. */
export function fcmSender(account: FcmAccount): PushSender {
  let loading: ReturnType<typeof load> | undefined;
  return {
    async send(message) {
      const messaging = await (loading ??= load(account));
      if (!messaging) return { kind: 'retry', reason: 'sdk' };
      try {
        await messaging.send(messageOf(message));
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOfFailure(error);
      }
    },
  };
}

async function load(account: FcmAccount) {
  try {
    const { fcmMessaging } = await import('./fcm-messaging.ts');
    return fcmMessaging(account);
  } catch (error) {
    log.error({ reason: String(error) }, 'No push message can be sent: is FIREBASE_SERVICE_ACCOUNT right?');
    return undefined;
  }
}

// Data only: the service worker shows it, so that it is shown once and in one way.
function messageOf({ token, kind, data }: PushMessage): Message {
  const webpush = { headers: { Urgency: 'high', TTL: String(LIVES_SECONDS) } };
  return kind === 'fid' ? { fid: token, data, webpush } : { token, data, webpush };
}
