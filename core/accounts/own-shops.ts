import type { ShopRole } from '@haat/contract/accounts/shop-roles';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { countUse, type Limit } from '../rate-limit/limit.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { endHelp } from './end-help.ts';
import { findSession, signAccessToken, signalSessions } from './session.ts';
import { shopIdOfSlug } from '../db/find-shop.ts';

export type OwnShop = { id: number; slug: string; name: string | null; role: ShopRole; suspended: boolean };

/** The shops that the user is a member of or has been invited to, by name. */
export const listOwnShops = ({ userId }: { userId: number }): Promise<OwnShop[]> => many(OWN_SHOPS, { userId });

const OWN_SHOPS = sql<{ userId: number }, OwnShop>(
  `SELECT h.id, h.slug, h.name, m.role, h.suspended_at IS NOT NULL AS suspended
   FROM shop_members m JOIN shops h ON h.id = m.shop_id
   WHERE m.user_id = :userId ORDER BY lower(coalesce(h.name, h.slug)), h.id`,
);

const SWITCH_LIMIT: Limit = { name: 'switch-shop', points: 60, seconds: 15 * 60 };

type Switch = { userId: number; sessionId: string; shopSlug: string };

/**
 * Moves a session to another shop of its user, even a suspended one, so that its orders can be finished. The session determines
 * the shop, so earlier tokens act for the new shop, too, and an operator's help of a shop ends. Streams and sockets of the old
 * shop are closed on every replica. Returns an access token that names the shop. Throws DomainError `forbidden` where the user
 * is not a member, `rate_limited`, and `unauthenticated` for a session that has ended in the meantime.
 */
export async function switchShop({ userId, sessionId, shopSlug }: Switch): Promise<{ token: string }> {
  // A refused switch is not counted.
  if ((await run(FIND_MEMBERSHIP, { userId, shopSlug })) === 0) throw notMember();
  await countUse(SWITCH_LIMIT, sessionId);
  await inTransaction(async (client) => {
    await endHelp(client, { sessionId, actorId: userId });
    const shop = await one(SWITCH, { userId, sessionId, shopSlug }, client);
    if (!shop) throw notMember();
    await acceptInvitation(client, { userId, shopId: shop.id });
  });
  signalSessions([sessionId]);
  const session = await findSession(sessionId);
  if (!session) throw new DomainError('unauthenticated', 'Please log in');
  return { token: await signAccessToken(session) };
}

const notMember = () => new DomainError('forbidden', 'You do not have access to this shop.');

const FIND_MEMBERSHIP = sql<{ userId: number; shopSlug: string }>(
  `SELECT FROM shop_members m JOIN shops h ON h.id = m.shop_id
   WHERE m.user_id = :userId AND h.id = ${shopIdOfSlug(':shopSlug')}`,
);

const SWITCH = sql<Switch, { id: number }>(
  `UPDATE sessions s SET shop_id = h.id, used_at = now()
   FROM shops h JOIN shop_members m ON m.shop_id = h.id
   WHERE s.id = :sessionId AND s.user_id = :userId AND s.revoked_at IS NULL AND m.user_id = s.user_id
     AND h.id = ${shopIdOfSlug(':shopSlug')}
   RETURNING h.id`,
);

/**
 * The shop of a session that begins with a code of that shop. At the platform, a member of shops begins at the one where they
 * were last; its operator and its own members stay there, like customers. So do users with only an invitation: a stranger's
 * invitation alone makes no one a member.
 */
export async function findShopOfLogin(client: PoolClient, at: { userId: number; shopId: number }): Promise<number> {
  const last = await one(LAST_SHOP, at, client);
  return last?.id ?? at.shopId;
}

const LAST_SHOP = sql<{ userId: number; shopId: number }, { id: number }>(
  `SELECT m.shop_id AS id
   FROM shops platform JOIN users u ON u.id = :userId JOIN shop_members m ON m.user_id = u.id
   WHERE platform.id = :shopId AND platform.is_platform AND NOT u.is_platform_admin AND m.joined_at IS NOT NULL
     AND NOT EXISTS (SELECT FROM shop_members own WHERE own.user_id = u.id AND own.shop_id = platform.id)
   ORDER BY (SELECT max(s.used_at) FROM sessions s WHERE s.user_id = u.id AND s.shop_id = m.shop_id) DESC NULLS LAST,
     m.joined_at DESC, m.shop_id
   LIMIT 1`,
);

type Joining = { userId: number; shopId: number };

/** Records the first time that a member is logged in at the shop. */
export async function acceptInvitation(client: PoolClient, who: Joining): Promise<void> {
  for (const { role, email } of await many(ACCEPT_INVITATION, who, client)) {
    const entry = { shopId: who.shopId, actorId: who.userId, subject: email, after: { role } };
    await recordActivity(client, { ...entry, action: 'member.joined' });
  }
}

const ACCEPT_INVITATION = sql<Joining, { role: string; email: string }>(
  `UPDATE shop_members m SET joined_at = now() FROM users u
   WHERE m.user_id = :userId AND m.shop_id = :shopId AND m.joined_at IS NULL AND u.id = m.user_id
   RETURNING m.role, coalesce(u.email, '+91' || u.login_mobile) AS email`,
);
