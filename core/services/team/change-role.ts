import { inTransaction } from '../../db/transaction.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { lockTeam, memberOf, refuseLastAdmin, type Role, type TeamMember } from './team-member.ts';
import { sessionsAt, tellSessions } from './tell-sessions.ts';

type Request = { shopId: number; actorId: number; userId: number; role: Role };

/**
 * Makes a member an admin, or an admin a vendor, from their next request on. The role they have changes nothing. Throws
 * DomainError `last_admin` and `not_found`.
 */
export async function changeRole({ shopId, actorId, userId, role }: Request): Promise<TeamMember> {
  const { member, sessions } = await inTransaction(async (client) => {
    const team = await lockTeam(client, shopId);
    const before = memberOf(team, userId);
    if (before.role === role) return { member: before, sessions: [] };
    if (before.role === 'admin') refuseLastAdmin(team, before);
    await client.query({ name: 'change-role', text: CHANGE, values: [shopId, userId, role] });
    await recordActivity(client, {
      shopId,
      actorId,
      action: 'member.changed',
      subject: before.email,
      before: { role: before.role },
      after: { role },
    });
    return { member: { ...before, role }, sessions: await sessionsAt(client, { userId, shopId }) };
  });
  tellSessions(sessions);
  return member;
}

const CHANGE = 'UPDATE shop_members SET role = $3 WHERE shop_id = $1 AND user_id = $2';
