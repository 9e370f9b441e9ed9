import { one, sql } from '../../db/database.ts';
import type { Connection } from '../../db/database.ts';
import type { OutboxEntry } from '../../jobs/job-definitions.ts';
import { dispatchSoon } from '../../jobs/outbox.ts';
import { log } from '../../log.ts';
import type { SecurityNoticeKind } from '../../mail.ts';
import { securityEvents } from '../../metrics/counters.ts';

/** What is logged as `security.<event>` and counted, with the log level and text of its line. */
const EVENTS = {
  guess_limit: ['warn', 'The limit of wrong guesses was reached'],
  code_limit: ['warn', 'The daily limit of one-time codes to an email was reached'],
  code_locked: ['warn', 'A one-time code was locked after five wrong guesses'],
  many_guesses: ['warn', 'Many wrong guesses for one email'],
  refresh_reused: ['warn', 'A retired refresh token was reused; its session was revoked'],
  new_device: ['info', 'Sign-in from a new device'],
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

/** The user is named by id, or by an email, which may have no account. `device`: the name of a new device. */
type Notice = { kind: SecurityNoticeKind; userId?: number; email?: string; device?: string };

/**
 * Adds a mail to the user about a security event, in the caller's transaction. Returns what to dispatch after its commit;
 * undefined without an account, and for wrong codes when there was a notice that day (UTC) already.
 */
export async function addNotice(
  { kind, userId, email, device }: Notice,
  on?: Connection,
): Promise<OutboxEntry | undefined> {
  const row = await one(ADD_NOTICE, { kind, userId, email, device }, on);
  return row && { ...row, topic: 'security.notice' };
}

type NoticeParams = {
  kind: SecurityNoticeKind;
  userId: number | undefined;
  email: string | undefined;
  device: string | undefined;
};

const ADD_NOTICE = sql<NoticeParams, { id: number; subjectId: number }>(
  `WITH notice AS (
     INSERT INTO security_notices (user_id, kind, device)
     SELECT id, :kind, :device::text FROM users
     WHERE (id = :userId::bigint OR email = :email::text) AND blocked_at IS NULL
     ON CONFLICT DO NOTHING
     RETURNING id
   )
   INSERT INTO outbox (topic, subject_id) SELECT 'security.notice', id FROM notice
   RETURNING id, subject_id`,
  'add-security-notice',
);

/** Notifies the user of that email, if there is one, of wrong codes; once a day. */
export async function notifyOfWrongCodes(email: string): Promise<void> {
  const entry = await addNotice({ kind: 'wrong_codes', email });
  if (entry) dispatchSoon(entry);
}

type DueNotice = { email: string; kind: SecurityNoticeKind; device: string | null; createdAt: Date };

/** A security notice with the email it goes to; undefined when its mail was sent. */
export async function prepareSecurityNotice(row: {
  noticeId: number;
  outboxId: number;
}): Promise<DueNotice | undefined> {
  return one(PREPARE_NOTICE, row);
}

const PREPARE_NOTICE = sql<{ noticeId: number; outboxId: number }, DueNotice>(
  `SELECT u.email, n.kind, n.device, n.created_at FROM security_notices n
   JOIN users u ON u.id = n.user_id
   JOIN outbox o ON o.id = :outboxId AND o.topic = 'security.notice' AND o.subject_id = n.id AND o.done_at IS NULL
   WHERE n.id = :noticeId`,
  'prepare-security-notice',
);
