import { findSessions } from './find-sessions.ts';
import type { Session } from './session.ts';

/** The session of that id (a UUID); undefined when it was revoked, is over, or its user is blocked. */
export async function findSession(sessionId: string): Promise<Session | undefined> {
  const found = await findSessions([sessionId]);
  return found.get(sessionId);
}
