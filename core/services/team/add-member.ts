import type { PoolClient } from 'pg';
import type { OutboxEntry } from '../../outbox/topics.ts';
import { DomainError } from '../../errors.ts';
import type { Role, TeamMember } from './team-member.ts';

/** `invitedBy`: null for what is done on the machine itself. */
type Invitation = { shopId: number; email: string; role: Role; invitedBy: number | null };

/**
 * Makes the person behind an email a member at once, invited until their first sign-in at the shop, and what mails them;
 * part of the caller's transaction. An unknown email becomes a user. Throws DomainError `already_member`.
 */
export async function addMember(
  client: PoolClient,
  { shopId, email, role, invitedBy }: Invitation,
): Promise<{ member: TeamMember; mail: OutboxEntry }> {
  const { rows } = await client.query<AddedRow>({
    name: 'add-member',
    text: ADD,
    values: [shopId, email, role, invitedBy],
  });
  const row = rows[0];
  if (!row) throw new DomainError('already_member', `${email} is in the team already.`);
  const { outboxId, subjectId, ...member } = row;
  return { member, mail: { id: outboxId, topic: 'member.invited', subjectId } };
}

type AddedRow = TeamMember & { outboxId: number; subjectId: number };

const ADD = `
  WITH person AS (
    INSERT INTO users (email) VALUES ($2)
    ON CONFLICT (email) DO UPDATE SET email = excluded.email
    RETURNING id, email, name
  ), member AS (
    INSERT INTO shop_members (user_id, shop_id, role, invited_by, invited_at, joined_at)
    SELECT id, $1, $3, $4, now(), NULL FROM person
    ON CONFLICT DO NOTHING
    RETURNING id, user_id, role, invited_at, joined_at
  ), mail AS (
    INSERT INTO outbox (topic, subject_id) SELECT 'member.invited', id FROM member RETURNING id, subject_id
  )
  SELECT member.user_id AS "userId", person.email, person.name, member.role, member.invited_at AS "invitedAt",
    member.joined_at AS "joinedAt", mail.id AS "outboxId", mail.subject_id AS "subjectId"
  FROM member, person, mail`;
