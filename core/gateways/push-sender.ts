import type { PushData } from '@haat/contract/api/push.schema';
import { env } from '../env.ts';
import { log } from '../log.ts';
import { fcmSender } from './push/fcm-sender.ts';

/** `kind`: what `token` is, a registration token or the id of an installation. */
export type PushMessage = { token: string; kind: 'token' | 'fid'; data: PushData };

/**
 * What became of one message. `dead`: nothing will ever reach this device; `retry`: later, after `afterMs` at the earliest
 * where the service said so; `refused`: this message will never be taken. `reason` is a code, never a text with data in it.
 */
export type PushOutcome =
  | { kind: 'sent' | 'logged' }
  | { kind: 'dead' | 'refused'; reason: string }
  | { kind: 'retry'; reason: string; afterMs?: number };

/** Many may be sent at the same time. Never rejects. */
export type PushSender = { send(message: PushMessage): Promise<PushOutcome> };

let current: PushSender | undefined;

/** The sender of this process: Firebase Cloud Messaging where there is an account, else one that only says so. */
export function pushSender(): PushSender {
  return (current ??= chosenSender());
}

function chosenSender(): PushSender {
  const { FIREBASE_SERVICE_ACCOUNT: account, FCM_API_URL: apiUrl } = env;
  return account || apiUrl ? fcmSender({ account, apiUrl }) : loggingSender();
}

/** Says once that nothing goes out; what would have gone stands in the table of deliveries. */
function loggingSender(): PushSender {
  log.info('Push messages are noted and not sent: FIREBASE_SERVICE_ACCOUNT is not set');
  return { send: async () => ({ kind: 'logged' }) };
}
