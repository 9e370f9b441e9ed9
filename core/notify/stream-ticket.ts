import { hash, randomBytes } from 'node:crypto';
import { run, sql } from '../db/database.ts';
import { StreamTicket } from '../db/notify.models.ts';
import { NOW } from '../db/table.ts';
import { findSession, readSession, type Session } from '../accounts/session.ts';

export const STREAM_TICKET_SECONDS = 60;

const TICKET = /^[\w-]{43}$/;

/**
 * A single-use ticket that opens one stream of this session within a minute, for the query of a URL, where no access token
 * should be. Only its hash is stored.
 */
export async function issueStreamTicket({ sessionId }: Pick<Session, 'sessionId'>): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  await run(ISSUE, { ticketHash: hashOf(ticket), sessionId, seconds: STREAM_TICKET_SECONDS });
  return ticket;
}

/**
 * The session of an access token, or of a stream ticket, which is consumed: of concurrent requests with the same ticket, on any
 * replica, only one gets the session. Undefined for anything else, and when the session has ended.
 */
export async function redeemStreamToken(token: string): Promise<Session | undefined> {
  if (!TICKET.test(token)) return readSession(token);
  const open = StreamTicket.query()
    .where({ ticketHash: hashOf(token) })
    .where('expiresAt', '>', NOW);
  const [consumed] = await open.delete().returning('sessionId');
  return consumed && findSession(consumed.sessionId);
}

const hashOf = (ticket: string): string => hash('sha256', ticket, 'base64url');

const ISSUE = sql<{ ticketHash: string; sessionId: string; seconds: number }>(
  `
  INSERT INTO stream_tickets (ticket_hash, session_id, expires_at)
  VALUES (:ticketHash, :sessionId, now() + make_interval(secs => :seconds))`,
);
