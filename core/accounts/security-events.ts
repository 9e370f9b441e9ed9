import type { Contact } from '@haat/contract/accounts/contact';
import { type Connection, database, one, sql } from '../db/database.ts';
import type { OutboxEntry } from '../queue/job-definitions.ts';
import { dispatchAfterCommit } from '../queue/outbox.ts';
import { log } from '../ops/log.ts';
import { securityEvents } from '../ops/metrics/counters.ts';
import type { ContactParams } from './known-devices.ts';

/** The events that are logged as `security.<event>` and counted, with their log level and text. */
const EVENTS = {
  guess_limit: ['warn', 'The limit of wrong guesses was reached'],
  code_limit: ['warn', 'The daily limit of one-time codes to a contact was reached'],
  code_locked: ['warn', 'A one-time code was locked after five wrong guesses'],
  many_guesses: ['warn', 'Many wrong guesses for one contact'],
  refresh_reused: ['warn', 'A retired refresh token was reused; its session was revoked'],
  new_device: ['info', 'Login from a new device'],
} as const;
type SecurityEvent = keyof typeof EVENTS;

// From zero, so that Prometheus sees the first increase.
for (const event of Object.keys(EVENTS)) securityEvents.inc({ event }, 0);

/** Ids and keyed hashes that group the lines of one incident; never an address or a code. */
type Details = Record<string, string | number | undefined>;

/** Logs a security event in one line and counts it. */
export function recordSecurityEvent(event: SecurityEvent, details: Details): void {
  const [level, text] = EVENTS[event];
  log[level]({ event: `security.${event}`, ...details }, text);
  securityEvents.inc({ event });
}

export type SecurityNoticeKind = 'wrong_codes' | 'refresh_reused' | 'new_device' | 'mobile_changed' | 'mobile_removed';

/** The user is named by id, or by a contact, which may have no account. `device`: the name of a new device. */
type Notice = { kind: SecurityNoticeKind; userId?: number; device?: string } & Partial<ContactParams>;

/**
 * Adds a notice to the user about a security event, in the caller's transaction: a mail or, for an account without an email
 * address, a message. Returns its outbox row; undefined without an account, and for wrong codes when
 * there was a notice that day (UTC) already.
 */
export async function addNotice(
  { kind, userId, email, mobile, device }: Notice,
  on: Connection = database().pool,
): Promise<OutboxEntry | undefined> {
  const entry = await one(ADD_NOTICE, { kind, userId, email, mobile, device }, on);
  if (entry) dispatchAfterCommit(on, entry);
  return entry;
}

type NoticeParams = ContactParams & {
  kind: SecurityNoticeKind;
  userId: number | undefined;
  device: string | undefined;
};

const ADD_NOTICE = sql<NoticeParams, OutboxEntry>(
  `WITH notice AS (
     INSERT INTO security_notices (user_id, kind, device)
     SELECT id, :kind, :device::text FROM users
     WHERE (id = :userId::bigint OR email = :email::text OR login_mobile = :mobile::text) AND blocked_at IS NULL
     ON CONFLICT DO NOTHING
     RETURNING id, user_id
   )
   INSERT INTO outbox (topic, subject_id)
   SELECT CASE WHEN u.email IS NULL THEN 'security.message' ELSE 'security.notice' END, notice.id
   FROM notice JOIN users u ON u.id = notice.user_id
   RETURNING id, topic, subject_id`,
);

/** Notifies the user of that contact, if there is one, of wrong codes; once a day. */
export async function notifyOfWrongCodes({ email, mobile }: Contact): Promise<void> {
  await addNotice({ kind: 'wrong_codes', email, mobile });
}
