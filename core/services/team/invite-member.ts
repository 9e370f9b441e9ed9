import { inTransaction } from '../../db/transaction.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import { countUse, type Limit } from '../../rate-limit/limit.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { tellSessions, sessionsAt } from './tell-sessions.ts';
import { addMember } from './add-member.ts';
import { lockTeam, type Role, type TeamMember } from './team-member.ts';

type Request = { shopId: number; actorId: number; email: string; role: Role };

const HOUR = 3600;
/** A mail that somebody else asked for goes to a mailbox: neither many from one shop, nor many to one person. */
const SHOP_LIMIT: Limit = { name: 'invitation-shop', points: 20, seconds: HOUR };
const MAILBOX_LIMIT: Limit = { name: 'invitation-mailbox', points: 5, seconds: HOUR };

/**
 * Takes somebody into a shop's team and has an invitation mailed; they are a member at once. Throws DomainError
 * `already_member`, `rate_limited` and `not_found`.
 */
export async function inviteMember({ shopId, actorId, email, role }: Request): Promise<TeamMember> {
  await countUse(SHOP_LIMIT, String(shopId));
  await countUse(MAILBOX_LIMIT, email);
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
