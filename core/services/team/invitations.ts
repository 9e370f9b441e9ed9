import type { LanguageCode } from '@haat/contract/rules/language';
import { shopName } from '@haat/contract/rules/shop';
import type { ShopRole } from '@haat/contract/rules/shop-roles';
import type { PoolClient } from 'pg';
import { inTransaction, one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { dispatchSoon } from '../../jobs/outbox.ts';
import type { OutboxEntry } from '../../jobs/job-definitions.ts';
import { countUse, type Limit } from '../../rate-limit/limit.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { findSessionsAt, signalSessions } from '../auth/session.ts';
import { findMember, listMembers, lockTeam, type TeamMember } from './team.ts';

const HOUR = 3600;
/** Invitations reach people who did not ask for them: neither many from one shop, nor many to one mailbox. */
const SHOP_LIMIT: Limit = { name: 'invitation-shop', points: 20, seconds: HOUR };
const MAILBOX_LIMIT: Limit = { name: 'invitation-mailbox', points: 5, seconds: HOUR };

type InviteRequest = { shopId: number; actorId: number; email: string; role: ShopRole };

/**
 * Adds somebody to a shop's team and mails an invitation; they are a member at once. Throws DomainError `already_member`,
 * `rate_limited` and `not_found`.
 */
export async function inviteMember({ shopId, actorId, email, role }: InviteRequest): Promise<TeamMember> {
  await countInvitation(shopId, email);
  const { member, mail } = await inTransaction(async (client) => {
    await lockTeam(client, shopId);
    const added = await addMember(client, { shopId, email, role, invitedBy: actorId });
    await recordActivity(client, { shopId, actorId, action: 'member.invited', subject: email, after: { role } });
    return added;
  });
  dispatchSoon(mail);
  signalSessions(await findSessionsAt({ userId: member.userId, shopId }));
  return member;
}

async function countInvitation(shopId: number, email: string): Promise<void> {
  await countUse(SHOP_LIMIT, String(shopId));
  await countUse(MAILBOX_LIMIT, email);
}

/** `invitedBy`: null for what is done on the machine itself. */
type NewMember = { shopId: number; email: string; role: ShopRole; invitedBy: number | null };

/**
 * Makes the owner of an email a member, invited until their first login at the shop, and queues the invitation, in the
 * caller's transaction. An unknown email becomes a user. Throws DomainError `already_member`.
 */
export async function addMember(
  client: PoolClient,
  added: NewMember,
): Promise<{ member: TeamMember; mail: OutboxEntry }> {
  const row = await one(ADD, added, client);
  if (!row) throw new DomainError('already_member', `${added.email} is already on the team.`);
  const { outboxId, subjectId, ...member } = row;
  return { member, mail: { id: outboxId, topic: 'member.invited', subjectId } };
}

const ADD = sql<NewMember, TeamMember & { outboxId: number; subjectId: number }>(
  `WITH person AS (
     INSERT INTO users (email) VALUES (:email)
     ON CONFLICT (email) DO UPDATE SET email = excluded.email
     RETURNING id, email, name
   ), member AS (
     INSERT INTO shop_members (user_id, shop_id, role, invited_by, invited_at, joined_at)
     SELECT id, :shopId, :role, :invitedBy, now(), NULL FROM person
     ON CONFLICT DO NOTHING
     RETURNING id, user_id, role, invited_at, joined_at, pin_hash
   ), mail AS (
     INSERT INTO outbox (topic, subject_id) SELECT 'member.invited', id FROM member RETURNING id, subject_id
   )
   SELECT member.user_id, person.email, person.name, member.role, member.invited_at, member.joined_at,
     member.pin_hash IS NOT NULL AS has_pin, mail.id AS outbox_id, mail.subject_id
   FROM member, person, mail`,
  'add-member',
);

type InviteAgainRequest = { shopId: number; actorId: number; userId: number };

/**
 * Mails the invitation again to a member who has not logged in yet. Throws DomainError `already_member` when they have,
 * `rate_limited` and `not_found`.
 */
export async function inviteAgain({ shopId, actorId, userId }: InviteAgainRequest): Promise<TeamMember> {
  const known = findMember(await listMembers({ shopId }), userId);
  await countInvitation(shopId, known.email);
  const { member, mail } = await inTransaction(async (client) => {
    const before = findMember(await lockTeam(client, shopId), userId);
    const { email, role } = before;
    if (before.joinedAt) throw new DomainError('already_member', `${email} is already on the team.`);
    const sent = await one(INVITE_AGAIN, { shopId, userId }, client);
    if (!sent) throw new DomainError('not_found', 'Member not found');
    await recordActivity(client, { shopId, actorId, action: 'member.invited', subject: email, after: { role } });
    const { invitedAt, ...entry } = sent;
    return { member: { ...before, invitedAt }, mail: entry };
  });
  dispatchSoon({ ...mail, topic: 'member.invited' });
  return member;
}

const INVITE_AGAIN = sql<{ shopId: number; userId: number }, { id: number; subjectId: number; invitedAt: Date }>(
  `WITH member AS (
     UPDATE shop_members SET invited_at = now() WHERE shop_id = :shopId AND user_id = :userId RETURNING id, invited_at
   ), mail AS (
     INSERT INTO outbox (topic, subject_id) SELECT 'member.invited', id FROM member RETURNING id, subject_id
   )
   SELECT mail.id, mail.subject_id, member.invited_at FROM member, mail`,
  'invite-again',
);

export type Invitation = {
  email: string;
  language: LanguageCode | null;
  shopName: string;
  shopSlug: string;
  role: ShopRole;
};

/** The content of an invitation mail; undefined when it was sent, or the member was removed or has logged in meanwhile. */
export async function prepareInvitation(row: { memberId: number; outboxId: number }): Promise<Invitation | undefined> {
  const found = await one(PREPARE, row);
  if (!found) return undefined;
  const { email, language, role, slug } = found;
  return { email, language, role, shopSlug: slug, shopName: shopName(found) };
}

const PREPARE = sql<
  { memberId: number; outboxId: number },
  { email: string; language: LanguageCode | null; role: ShopRole; slug: string; name: string | null }
>(
  `SELECT u.email, u.language, m.role, h.slug, h.name
   FROM shop_members m
   JOIN users u ON u.id = m.user_id
   JOIN shops h ON h.id = m.shop_id
   JOIN outbox o ON o.id = :outboxId AND o.topic = 'member.invited' AND o.subject_id = m.id AND o.done_at IS NULL
   WHERE m.id = :memberId AND m.joined_at IS NULL`,
  'prepare-invitation',
);
