import { findSession } from '../auth/find-session.ts';
import { readSession } from '../auth/read-session.ts';
import type { Session } from '../auth/session.ts';
import { signToken, verifyToken } from '../auth/tokens.ts';

export const STREAM_TICKET_SECONDS = 60;

const TICKET_TYPE = 'stream-ticket+jwt';

/** What opens a stream of this session within a minute, for the query of an address, where no access token should be. */
export function signStreamTicket({ sessionId, userId }: Session): Promise<string> {
  return signToken({
    claims: { sid: sessionId },
    subject: String(userId),
    type: TICKET_TYPE,
    seconds: STREAM_TICKET_SECONDS,
  });
}

/** The session behind a stream ticket or an access token; undefined for any other text, and when the session is over. */
export async function readStreamToken(token: string): Promise<Session | undefined> {
  const sessionId = await verifyToken(token, TICKET_TYPE);
  return sessionId === undefined ? readSession(token) : findSession(sessionId);
}
