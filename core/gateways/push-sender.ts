import type { Message } from 'firebase-admin/messaging';
import type { PushData } from '@haat/contract/notify/push.calls';
import { env } from '../ops/env.ts';
import { log } from '../ops/log.ts';
import type { FcmAccount } from './fcm-messaging.ts';

/** `kind`: what `token` is, a registration token or the id of an installation. */
export type PushMessage = { token: string; kind: 'token' | 'fid'; data: PushData };

/**
 * Outcome of one message. `dead`: the device will never be reached; `retry`: later, not before `afterMs` if the service asked for
 * that; `refused`: the message will never be accepted. `reason` is a code, never a text with data in it.
 */
export type PushOutcome =
  | { kind: 'sent' | 'logged' }
  | { kind: 'dead' | 'refused'; reason: string }
  | { kind: 'retry'; reason: string; afterMs?: number };

/** Sends concurrently. Never rejects. */
export type PushSender = { send(message: PushMessage): Promise<PushOutcome> };

let current: PushSender | undefined;

/** The sender of this process: Firebase Cloud Messaging with an account, else one that sends nothing. */
export function pushSender(): PushSender {
  return (current ??= chosenSender());
}

function chosenSender(): PushSender {
  const { FIREBASE_SERVICE_ACCOUNT: account, FCM_API_URL: apiUrl } = env;
  return account || apiUrl ? fcmSender({ account, apiUrl }) : loggingSender();
}

/** Logs once that nothing is sent; the messages are in the table of deliveries. */
function loggingSender(): PushSender {
  log.info('Push messages are stored and not sent: FIREBASE_SERVICE_ACCOUNT is not set');
  return { send: async () => ({ kind: 'logged' }) };
}

/** How long the service keeps a message for an unreachable device. */
const TTL_SECONDS = 6 * 3600;

/** Sends through Firebase Cloud Messaging. The SDK is loaded with the first message. */
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
    log.error({ reason: String(error) }, 'Push messages cannot be sent: check FIREBASE_SERVICE_ACCOUNT');
    return undefined;
  }
}

// Data only: the service worker displays it, so that it is displayed once and in one way.
function messageOf({ token, kind, data }: PushMessage): Message {
  const webpush = { headers: { Urgency: 'high', TTL: String(TTL_SECONDS) } };
  return kind === 'fid' ? { fid: token, data, webpush } : { token, data, webpush };
}

type Failure = { code?: unknown; httpResponse?: { status: number; headers: Record<string, unknown>; data?: unknown } };
type Detail = { '@type'?: unknown; errorCode?: unknown; fieldViolations?: { field?: unknown }[] };
type Body = { error?: { message?: unknown; details?: Detail[] } };

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';

/**
 * The outcome of a failed send. A device is retired only for an error code of the service about the device: the SDK also reports
 * `unregistered` for an unknown project, and `mismatched` for an account without permission.
 */
function outcomeOfFailure(error: unknown): PushOutcome {
  const { code, httpResponse } = (typeof error === 'object' && error !== null ? error : {}) as Failure;
  if (!httpResponse) return outcomeWithoutResponse(typeof code === 'string' ? code : 'network');
  const { status, headers } = httpResponse;
  const { message, details } = errorOf(httpResponse.data);
  const fcmCode = details.find((detail) => detail['@type'] === FCM_ERROR)?.errorCode;
  const reason = typeof fcmCode === 'string' ? fcmCode : `HTTP ${status}`;
  if (fcmCode === 'UNREGISTERED' || fcmCode === 'SENDER_ID_MISMATCH') return { kind: 'dead', reason };
  if (fcmCode === 'INVALID_ARGUMENT') return { kind: isOfDevice(message, details) ? 'dead' : 'refused', reason };
  if (status === 400) return { kind: 'refused', reason };
  const afterMs = retryAfterMs(headers['retry-after']);
  return { kind: 'retry', reason, ...(afterMs !== undefined && { afterMs }) };
}

// The SDK rejects malformed messages itself.
const outcomeWithoutResponse = (reason: string): PushOutcome => ({
  kind: reason.startsWith('messaging/invalid') ? 'refused' : 'retry',
  reason,
});

function errorOf(data: unknown): { message: string; details: Detail[] } {
  const { error } = (typeof data === 'object' && data !== null ? data : {}) as Body;
  const details = Array.isArray(error?.details) ? error.details : [];
  return { message: typeof error?.message === 'string' ? error.message : '', details };
}

// Another field of the message may be the invalid one.
function isOfDevice(message: string, details: Detail[]): boolean {
  const fields = details.flatMap(({ fieldViolations = [] }) => fieldViolations.map(({ field }) => field));
  if (fields.length > 0) return fields.every((field) => field === 'message.token' || field === 'message.fid');
  return /registration token|installation id/i.test(message);
}

/** Seconds, or a date. */
function retryAfterMs(header: unknown): number | undefined {
  if (typeof header !== 'string' || header === '') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
