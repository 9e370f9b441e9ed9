import { inTransaction } from '../../db/transaction.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { tellSessions, sessionsAt } from './tell-sessions.ts';
import { addMember } from './add-member.ts';
import { countInvitation } from './invitation-limits.ts';
import { lockTeam, type Role, type TeamMember } from './team-member.ts';

type Request = { shopId: number; actorId: number; email: string; role: Role };

/**
 * Takes somebody into a shop's team and has an invitation mailed; they are a member at once. Throws DomainError
 * `already_member`, `rate_limited` and `not_found`.
 */
export async function inviteMember({ shopId, actorId, email, role }: Request): Promise<TeamMember> {
  await countInvitation(shopId, email);
  const { member, mail, sessions } = await inTransaction(async (client) => {
    await lockTeam(client, shopId);
    const added = await addMember(client, { shopId, email, role, invitedBy: actorId });
    await recordActivity(client, { shopId, actorId, action: 'member.invited', subject: email, after: { role } });
    return { ...added, sessions: await sessionsAt(client, { userId: added.member.userId, shopId }) };
  });
  dispatchSoon(mail);
  tellSessions(sessions);
  return member;
}
