import { hash, randomBytes } from 'node:crypto';
import { database } from '../../db/database.ts';
import { findSession } from '../auth/find-session.ts';
import { readSession } from '../auth/read-session.ts';
import type { Session } from '../auth/session.ts';

export const STREAM_TICKET_SECONDS = 60;

const TICKET = /^[\w-]{43}$/;

/**
 * What opens one stream of this session within a minute, for the query of an address, where no access token should be. It
 * says nothing, and only its hash is kept. Spec section 7.
 */
export async function issueStreamTicket({ sessionId }: Pick<Session, 'sessionId'>): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  const values = [hashOf(ticket), sessionId, STREAM_TICKET_SECONDS];
  await database().pool.query({ name: 'issue-stream-ticket', text: ISSUE, values });
  return ticket;
}

/**
 * The session behind an access token, or behind a stream ticket, which is spent by this: of any number of requests that
 * bring it, to whichever replica, one gets the session. Undefined for any other text, and when the session is over. Spec
 * section 7.
 */
export async function redeemStreamToken(token: string): Promise<Session | undefined> {
  if (!TICKET.test(token)) return readSession(token);
  const query = { name: 'spend-stream-ticket', text: SPEND, values: [hashOf(token)] };
  const { rows } = await database().pool.query<{ session_id: string }>(query);
  return rows[0] && findSession(rows[0].session_id);
}

const hashOf = (ticket: string): string => hash('sha256', ticket, 'base64url');

const ISSUE = `
  INSERT INTO stream_tickets (ticket_hash, session_id, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))`;

const SPEND = 'DELETE FROM stream_tickets WHERE ticket_hash = $1 AND expires_at > now() RETURNING session_id';
