import { HELP_HOURS } from '@haat/contract/platform/operator-lists';
import { inTransaction, run, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { endHelp, lockHelp, type OfSession } from '../accounts/end-help.ts';
import { findSession, signAccessToken, signalSessions } from '../accounts/session.ts';
import { lockShop } from '../db/find-shop.ts';

/**
 * Lets the session of an operator act for a shop like one of its admins, for `HELP_HOURS` or until they stop, and records it in
 * the shop's activity. Replaces a shop that the session already helps. Returns the new access token. Throws `not_found`, and
 * `invalid_input` for the platform's own shop.
 */
export async function startHelping({ sessionId, actorId, shopId }: OfSession & { shopId: number }): Promise<string> {
  await inTransaction(async (client) => {
    const { isPlatform } = await lockShop(client, shopId);
    if (isPlatform) throw new DomainError('invalid_input', "The platform's own shop has no back office to help in.");
    const before = await lockHelp(client, sessionId);
    if (before && before.shopId !== shopId)
      await recordActivity(client, { shopId: before.shopId, actorId, action: 'shop.help_ended' });
    await run(START, { sessionId, shopId, hours: HELP_HOURS }, client);
    if (before?.shopId !== shopId) await recordActivity(client, { shopId, actorId, action: 'shop.help_started' });
  });
  return tokenOf(sessionId);
}

/** Ends the help of the session, if it helps. Returns its new access token. */
export async function stopHelping({ sessionId, actorId }: OfSession): Promise<string> {
  await inTransaction((client) => endHelp(client, { sessionId, actorId }));
  return tokenOf(sessionId);
}

/** Its streams and sockets were opened for another shop. */
async function tokenOf(sessionId: string): Promise<string> {
  signalSessions([sessionId]);
  const session = await findSession(sessionId);
  if (!session) throw new DomainError('unauthenticated', 'Please log in again');
  return signAccessToken(session);
}

const START = sql<{ sessionId: string; shopId: number; hours: number }>(
  `UPDATE sessions SET helped_shop_id = :shopId, helps_until = now() + make_interval(hours => :hours)
   WHERE id = :sessionId`,
);
