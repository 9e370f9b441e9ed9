import type { ShopRole } from '@haat/contract/accounts/shop-roles';
import type { PoolClient } from 'pg';
import { inTransaction, many, sql } from '../db/database.ts';
import { ShopMember } from '../db/accounts.models.ts';
import { DomainError } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { endActing } from './end-acting.ts';
import { findSessionsAt, signalSessions } from './session.ts';
import { lockShop } from '../db/find-shop.ts';

/**
 * `joinedAt`: the first login at the shop; null while the member is only invited. `invitedAt`: when the last invitation
 * was mailed; null for a member who was never invited.
 */
export type TeamMember = {
  userId: number;
  /** An email address, a mobile number to log in with, or both. */
  email: string | null;
  mobile: string | null;
  name: string | null;
  role: ShopRole;
  invitedAt: Date | null;
  joinedAt: Date | null;
  /** For the shared devices of the shop. */
  hasPin: boolean;
};

/** The members of the shop, admins first, then vendors, the others by role; of a role by email or mobile number. */
export const listMembers = ({ shopId }: { shopId: number }): Promise<TeamMember[]> => many(TEAM, { shopId });

const TEAM = sql<{ shopId: number }, TeamMember>(
  `SELECT u.id AS user_id, u.email, u.login_mobile AS mobile, u.name, m.role, m.invited_at, m.joined_at, m.pin_hash IS NOT NULL AS has_pin
   FROM shop_members m JOIN users u ON u.id = m.user_id
   WHERE m.shop_id = :shopId ORDER BY m.role <> 'admin', m.role <> 'vendor', m.role, u.email, u.login_mobile`,
);

/**
 * The shop's team, locked until the end of the caller's transaction. Throws DomainError `not_found` for the shop.
 */
export async function lockTeam(client: PoolClient, shopId: number): Promise<TeamMember[]> {
  await lockShop(client, shopId);
  return many(TEAM, { shopId }, client);
}

/** How the activity log names a member. */
export const contactOf = ({ email, mobile }: Pick<TeamMember, 'email' | 'mobile'>): string | undefined =>
  email ?? mobile ?? undefined;

/** That member of the team. Throws DomainError `not_found`. */
export function findMember(team: TeamMember[], userId: number): TeamMember {
  const member = team.find((each) => each.userId === userId);
  if (!member) throw new DomainError('not_found', 'Member not found');
  return member;
}

type RoleChange = { shopId: number; actorId: number; userId: number; role: ShopRole };

/** Gives a member another role, from their next request on. Throws DomainError `last_admin` and `not_found`. */
export async function changeRole({ shopId, actorId, userId, role }: RoleChange): Promise<TeamMember> {
  const member = await inTransaction(async (client) => {
    const team = await lockTeam(client, shopId);
    const before = findMember(team, userId);
    if (before.role === role) return before;
    if (before.role === 'admin') refuseLastAdmin(team, before);
    await ShopMember.query(client).where({ shopId, userId }).patch({ role });
    await recordActivity(client, {
      shopId,
      actorId,
      action: 'member.changed',
      subject: contactOf(before),
      before: { role: before.role },
      after: { role },
    });
    return { ...before, role };
  });
  signalSessions(await findSessionsAt({ userId, shopId }));
  return member;
}

type Leaving = { shopId: number; userId: number };

/**
 * A member leaves the team with the account, in the transaction that deletes it. Throws DomainError `last_admin` with the
 * name of the shop, and `not_found`.
 */
export async function leaveTeam(client: PoolClient, { shopId, userId }: Leaving): Promise<void> {
  const team = await lockTeam(client, shopId);
  const member = findMember(team, userId);
  refuseLastAdmin(team, member);
  await ShopMember.query(client).where({ shopId, userId }).delete();
  // The caller locks the shared devices of all shops where the user acts.
  const before = { role: member.role, user_id: userId };
  await recordActivity(client, { shopId, actorId: userId, action: 'member.left', subject: contactOf(member), before });
}

type Removal = { shopId: number; actorId: number; userId: number };

/**
 * Removes a member from a shop's team, or lets them leave it. Their next request is refused, their connections are closed
 * on every replica, and their devices receive nothing more of the shop, because the members are read when an order is
 * announced. They remain a customer. Throws DomainError `last_admin` and `not_found`.
 */
export async function removeMember({ shopId, actorId, userId }: Removal): Promise<void> {
  const acting = await inTransaction(async (client) => {
    const team = await lockTeam(client, shopId);
    const member = findMember(team, userId);
    refuseLastAdmin(team, member);
    await ShopMember.query(client).where({ shopId, userId }).delete();
    await recordActivity(client, {
      shopId,
      actorId,
      action: actorId === userId ? 'member.left' : 'member.removed',
      subject: contactOf(member),
      // With the id, the orders that they moved can be attributed later.
      before: { role: member.role, user_id: userId },
    });
    return endActing(client, { userId, shopId });
  });
  signalSessions([...acting, ...(await findSessionsAt({ userId, shopId }))]);
}

// An invited admin counts only while no admin has joined: the shop needs one who can log in.
function refuseLastAdmin(team: TeamMember[], { userId }: TeamMember): void {
  const admins = team.filter(({ role }) => role === 'admin');
  const joined = admins.filter(({ joinedAt }) => joinedAt !== null);
  const counting = joined.length > 0 ? joined : admins;
  if (counting.length === 1 && counting[0]?.userId === userId) {
    throw new DomainError('last_admin', 'A shop needs an admin. Make someone else an admin first.');
  }
}
