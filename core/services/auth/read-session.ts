import { findSession } from './find-session.ts';
import type { Session } from './session.ts';
import { verifyAccessToken } from './tokens.ts';

/**
 * The session that an access token speaks for; undefined for anything that is not a valid token of a living session.
 * Role and shop come from the database, never from the token's claims. Spec section 6.
 */
export async function readSession(accessToken: string): Promise<Session | undefined> {
  const sessionId = await verifyAccessToken(accessToken);
  return sessionId === undefined ? undefined : findSession(sessionId);
}
