import type { PushOutcome } from '../push-sender.ts';

type Failure = { code?: unknown; httpResponse?: { status: number; headers: Record<string, unknown>; data?: unknown } };
type Detail = { '@type'?: unknown; errorCode?: unknown; fieldViolations?: { field?: unknown }[] };
type Body = { error?: { message?: unknown; details?: Detail[] } };

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';

/**
 * What it means for us that a message was not taken. A device is given up only for what the service itself says of the device: the
 * SDK calls it unregistered, too, when the project is not found, and mismatched when the account may not send at all.
 */
export function outcomeOfFailure(error: unknown): PushOutcome {
  const { code, httpResponse } = (typeof error === 'object' && error !== null ? error : {}) as Failure;
  if (!httpResponse) return unanswered(typeof code === 'string' ? code : 'network');
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

// The SDK refuses by itself what can be no message.
const unanswered = (reason: string): PushOutcome => ({
  kind: reason.startsWith('messaging/invalid') ? 'refused' : 'retry',
  reason,
});

function errorOf(data: unknown): { message: string; details: Detail[] } {
  const { error } = (typeof data === 'object' && data !== null ? data : {}) as Body;
  const details = Array.isArray(error?.details) ? error.details : [];
  return { message: typeof error?.message === 'string' ? error.message : '', details };
}

// It is the message's fault as well when a field of it is wrong.
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
