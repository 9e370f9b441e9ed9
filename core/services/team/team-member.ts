import type { PoolClient } from 'pg';
import { DomainError } from '../../errors.ts';
import { lockShop } from '../settings/lock-shop.ts';

export type Role = 'vendor' | 'admin';

/**
 * `joinedAt`: the first sign-in at the shop; null while somebody is only invited. `invitedAt`: when that was mailed, the
 * last time; null for who was never invited.
 */
export type TeamMember = {
  userId: number;
  email: string;
  name: string | null;
  role: Role;
  invitedAt: Date | null;
  joinedAt: Date | null;
};

export const TEAM = `
  SELECT u.id AS "userId", u.email, u.name, m.role, m.invited_at AS "invitedAt", m.joined_at AS "joinedAt"
  FROM shop_members m JOIN users u ON u.id = m.user_id
  WHERE m.shop_id = $1`;

/**
 * The shop's team as it is, which nobody else changes until the end of the caller's transaction. Throws DomainError
 * `not_found` for the shop.
 */
export async function lockTeam(client: PoolClient, shopId: number): Promise<TeamMember[]> {
  await lockShop(client, shopId);
  const { rows } = await client.query<TeamMember>({ name: 'team', text: TEAM, values: [shopId] });
  return rows;
}

/** That member of the team. Throws DomainError `not_found`. */
export function memberOf(team: TeamMember[], userId: number): TeamMember {
  const member = team.find((each) => each.userId === userId);
  if (!member) throw new DomainError('not_found', 'There is no such member.');
  return member;
}

/**
 * Throws DomainError `last_admin` when the shop would be left without one who can sign in and be its admin: an invitation
 * that nobody took up counts only as long as there is nobody else.
 */
export function refuseLastAdmin(team: TeamMember[], { userId }: TeamMember): void {
  const admins = team.filter(({ role }) => role === 'admin');
  const joined = admins.filter(({ joinedAt }) => joinedAt !== null);
  const counting = joined.length > 0 ? joined : admins;
  if (counting.length === 1 && counting[0]?.userId === userId) {
    throw new DomainError('last_admin', 'A shop needs an admin. Make somebody else one first.');
  }
}
