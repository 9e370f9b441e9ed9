import { inTransaction, many, one, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { type Session, signalSessions } from './session.ts';
import { mayInOwnShop } from './shop-rights.ts';
import { PERSON_NAME } from './person-name.sql.ts';

/** A session of a member that can act for the shop. `device`: browser and operating system; null for a session of an earlier version. */
export type ShopDevice = {
  id: string;
  userId: number;
  memberName: string;
  device: string | null;
  createdAt: Date;
  usedAt: Date;
  /** It is at another shop now, from which it can switch to this one. */
  isElsewhere: boolean;
  /** After so many minutes without use it asks for a PIN; null: never. */
  idleMinutes: number | null;
  /** Who has entered their PIN. */
  actorId: number | null;
  actorName: string | null;
};

type OfShop = { by: Session; shopId: number };

/**
 * The devices that members are logged in with, last used first: all at this shop for admins, otherwise the caller's. At most
 * 200.
 */
export const listShopDevices = ({ by, shopId }: OfShop): Promise<ShopDevice[]> =>
  many(LIST, { shopId, onlyOf: visibleTo(by), self: by.actorId });

/** The user whose devices the session may see and log out, or null for all. */
const visibleTo = (by: Session): number | null => (mayInOwnShop('administration', by) ? null : by.actorId);

type SigningOut = OfShop & { sessionId: string };

/**
 * Logs a device out immediately on every replica. Throws DomainError `not_found` for any other session: at another shop, of a
 * customer, or of another member unless the caller is an admin.
 */
export async function signOutDevice({ by, shopId, sessionId }: SigningOut): Promise<void> {
  await inTransaction(async (client) => {
    const ended = await one(END, { shopId, sessionId, onlyOf: visibleTo(by), self: by.actorId }, client);
    if (!ended) throw new DomainError('not_found', 'Device not found');
    const { userId, contact, device } = ended;
    if (userId === by.actorId) return;
    const after = { device };
    await recordActivity(client, { shopId, actorId: by.actorId, action: 'member.signed_out', subject: contact, after });
  });
  signalSessions([sessionId]);
}

// Excludes sessions at other shops: members can switch from there (`switchShop`), but not after their removal from the team. The
// caller's own sessions are listed at any shop.
const IS_OF_MEMBER = `s.revoked_at IS NULL AND s.expires_at > now()
   AND (:onlyOf::bigint IS NULL OR s.user_id = :onlyOf) AND (s.shop_id = :shopId OR s.user_id = :self)
   AND EXISTS (SELECT FROM shop_members m WHERE m.shop_id = :shopId AND m.user_id = s.user_id
     AND (m.joined_at IS NOT NULL OR s.shop_id = :shopId))`;

type Visible = { shopId: number; onlyOf: number | null; self: number };

const LIST = sql<Visible, ShopDevice>(
  `SELECT s.id, s.user_id, ${PERSON_NAME} AS member_name, s.device, s.created_at, s.used_at,
     s.shop_id IS DISTINCT FROM :shopId::bigint AS is_elsewhere,
     d.idle_minutes, person.id AS actor_id, ${PERSON_NAME.replaceAll('u.', 'person.')} AS actor_name
   FROM sessions s JOIN users u ON u.id = s.user_id
   LEFT JOIN shared_devices d ON d.session_id = s.id AND d.shop_id = :shopId
   LEFT JOIN users person ON person.id = d.actor_id AND d.acting_until > now()
   WHERE ${IS_OF_MEMBER}
   ORDER BY s.used_at DESC, s.id LIMIT 200`,
);

type Ended = { userId: number; contact: string; device: string | null };

const END = sql<Visible & { sessionId: string }, Ended>(
  `WITH ended AS (
     UPDATE sessions s SET revoked_at = now() WHERE s.id = :sessionId::uuid AND ${IS_OF_MEMBER}
     RETURNING s.id, s.user_id, s.device
   ), devices AS (
     DELETE FROM push_tokens WHERE session_id IN (SELECT id FROM ended)
   )
   SELECT ended.user_id, coalesce(u.email, '+91' || u.login_mobile) AS contact, ended.device
   FROM ended JOIN users u ON u.id = ended.user_id`,
);
