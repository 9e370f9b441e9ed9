import type { PoolClient } from 'pg';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { countInvitation } from './invitation-limits.ts';
import { listMembers } from './list-members.ts';
import { lockTeam, memberOf, type TeamMember } from './team-member.ts';

type Request = { shopId: number; actorId: number; userId: number };

/**
 * Has the invitation of somebody who has not signed in yet mailed again. Throws DomainError `already_member` for who has,
 * `rate_limited` and `not_found`.
 */
export async function inviteAgain({ shopId, actorId, userId }: Request): Promise<TeamMember> {
  const known = memberOf(await listMembers({ shopId }), userId);
  await countInvitation(shopId, known.email);
  const { member, outboxId, memberId } = await inTransaction(async (client) => {
    const before = memberOf(await lockTeam(client, shopId), userId);
    if (before.joinedAt) throw new DomainError('already_member', `${before.email} is in the team already.`);
    const { invitedAt, ...mail } = await sendAgain(client, { shopId, userId });
    const { email: subject, role } = before;
    await recordActivity(client, { shopId, actorId, action: 'member.invited', subject, after: { role } });
    return { member: { ...before, invitedAt }, ...mail };
  });
  dispatchSoon({ id: outboxId, topic: 'member.invited', subjectId: memberId });
  return member;
}

type Sent = { invitedAt: Date; memberId: number; outboxId: number };

async function sendAgain(client: PoolClient, { shopId, userId }: { shopId: number; userId: number }): Promise<Sent> {
  const { rows } = await client.query<Sent>({ name: 'invite-again', text: AGAIN, values: [shopId, userId] });
  const [sent] = rows;
  if (!sent) throw new DomainError('not_found', 'There is no such member.');
  return sent;
}

const AGAIN = `
  WITH member AS (
    UPDATE shop_members SET invited_at = now() WHERE shop_id = $1 AND user_id = $2 RETURNING id, invited_at
  ), mail AS (
    INSERT INTO outbox (topic, subject_id) SELECT 'member.invited', id FROM member RETURNING id
  )
  SELECT member.invited_at AS "invitedAt", member.id AS "memberId", mail.id AS "outboxId" FROM member, mail`;
