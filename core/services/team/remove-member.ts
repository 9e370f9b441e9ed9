import { inTransaction } from '../../db/transaction.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { lockTeam, memberOf, refuseLastAdmin } from './team-member.ts';
import { sessionsAt, tellSessions } from './tell-sessions.ts';

type Request = { shopId: number; actorId: number; userId: number };

/**
 * Takes a member out of a shop's team, or lets them leave it: their next request is refused, what they have open is closed
 * on every replica, and their devices hear nothing more of the shop, as who works there is read when it is told of an
 * order. They stay a customer. Throws DomainError `last_admin` and `not_found`.
 */
export async function removeMember({ shopId, actorId, userId }: Request): Promise<void> {
  const sessions = await inTransaction(async (client) => {
    const team = await lockTeam(client, shopId);
    const member = memberOf(team, userId);
    refuseLastAdmin(team, member);
    await client.query({ name: 'remove-member', text: REMOVE, values: [shopId, userId] });
    // The id tells afterwards for whom they moved orders.
    const before = { role: member.role, user_id: userId };
    const action = actorId === userId ? 'member.left' : 'member.removed';
    await recordActivity(client, { shopId, actorId, action, subject: member.email, before });
    return sessionsAt(client, { userId, shopId });
  });
  tellSessions(sessions);
}

const REMOVE = 'DELETE FROM shop_members WHERE shop_id = $1 AND user_id = $2';
