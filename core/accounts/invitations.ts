import { type Contact, contactText } from '@haat/contract/accounts/contact';
import type { ShopRole } from '@haat/contract/accounts/shop-roles';
import type { PoolClient } from 'pg';
import { inTransaction, one, sql } from '../db/database.ts';
import { DomainError, invalidField } from '../errors.ts';
import { canSendMessages } from '../gateways/message-sender.ts';
import { addToOutbox } from '../queue/outbox.ts';
import { countUse, type Limit } from '../rate-limit/limit.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { findSessionsAt, signalSessions } from './session.ts';
import { startMessages } from './message-preferences.ts';
import { contactOf, findMember, listMembers, lockTeam, type TeamMember } from './team.ts';

const HOUR = 3600;
/** Invitations reach people who did not ask for them: neither many from one shop, nor many to one mailbox or number. */
const SHOP_LIMIT: Limit = { name: 'invitation-shop', points: 20, seconds: HOUR };
const MAILBOX_LIMIT: Limit = { name: 'invitation-mailbox', points: 5, seconds: HOUR };

type InviteRequest = Contact & { shopId: number; actorId: number; name?: string | undefined; role: ShopRole };

/**
 * Adds a member to a shop's team, effective immediately, and sends an invitation by mail or by a message to a mobile number.
 * Throws DomainError `already_member`, `rate_limited`, `not_found`, and `invalid_input` for a mobile number without a message
 * gateway.
 */
export async function inviteMember(request: InviteRequest): Promise<TeamMember> {
  const { shopId, actorId, role, ...person } = request;
  if (person.mobile !== undefined && !canSendMessages())
    throw invalidField('mobile', 'cannot be invited: no messages are sent here. Use an email address');
  const subject = person.email ?? person.mobile;
  await countInvitation(shopId, subject);
  const member = await inTransaction(async (client) => {
    await lockTeam(client, shopId);
    const added = await addMember(client, { ...person, shopId, role, invitedBy: actorId });
    await recordActivity(client, { shopId, actorId, action: 'member.invited', subject, after: { role } });
    return added;
  });
  signalSessions(await findSessionsAt({ userId: member.userId, shopId }));
  return member;
}

async function countInvitation(shopId: number, contact: string): Promise<void> {
  await countUse(SHOP_LIMIT, String(shopId));
  await countUse(MAILBOX_LIMIT, contact);
}

/** `invitedBy`: null for actions on the machine itself. */
type NewMember = Contact & { shopId: number; name?: string | undefined; role: ShopRole; invitedBy: number | null };

/**
 * Makes the owner of an email address or mobile number a member, invited until their first login at the shop, and queues the
 * invitation, in the caller's transaction. An unknown contact becomes a user of that name. Throws DomainError `already_member`.
 */
export async function addMember(client: PoolClient, added: NewMember): Promise<TeamMember> {
  const params = { name: undefined, ...added };
  const row =
    params.email === undefined ? await one(ADD_BY_MOBILE, params, client) : await one(ADD_BY_EMAIL, params, client);
  if (!row) throw new DomainError('already_member', `${contactText(added)} is already on the team.`);
  if (added.mobile !== undefined) await startMessages(client, row.userId);
  const { memberId, ...member } = row;
  await addToOutbox(client, 'member.invited', memberId);
  return member;
}

// The name of an account that exists is its owner's to give.
const PERSON_BY_EMAIL = `INSERT INTO users (email, name) VALUES (:email, :name::text)
     ON CONFLICT (email) DO UPDATE SET email = excluded.email`;
const PERSON_BY_MOBILE = `INSERT INTO users (login_mobile, mobile, name) VALUES (:mobile, :mobile, :name::text)
     ON CONFLICT (login_mobile) DO UPDATE SET login_mobile = excluded.login_mobile`;

type AddParams = Pick<NewMember, 'shopId' | 'role' | 'invitedBy'> & { name: string | undefined };
type Added = TeamMember & { memberId: number };

const addSql = (person: string): string => `WITH person AS (
     ${person}
     RETURNING id, email, login_mobile, name
   ), member AS (
     INSERT INTO shop_members (user_id, shop_id, role, invited_by, invited_at, joined_at)
     SELECT id, :shopId, :role, :invitedBy, now(), NULL FROM person
     ON CONFLICT DO NOTHING
     RETURNING id, user_id, role, invited_at, joined_at, pin_hash
   )
   SELECT member.id AS member_id, member.user_id, person.email, person.login_mobile AS mobile, person.name, member.role, member.invited_at,
     member.joined_at, member.pin_hash IS NOT NULL AS has_pin
   FROM member, person`;

const ADD_BY_EMAIL = sql<AddParams & { email: string }, Added>(addSql(PERSON_BY_EMAIL));
const ADD_BY_MOBILE = sql<AddParams & { mobile: string }, Added>(addSql(PERSON_BY_MOBILE));

type InviteAgainRequest = { shopId: number; actorId: number; userId: number };

/**
 * Sends the invitation again to a member who has not logged in yet. Throws DomainError `already_member` when they have,
 * `rate_limited` and `not_found`.
 */
export async function inviteAgain({ shopId, actorId, userId }: InviteAgainRequest): Promise<TeamMember> {
  const known = findMember(await listMembers({ shopId }), userId);
  await countInvitation(shopId, contactOf(known) ?? String(userId));
  return inTransaction(async (client) => {
    const before = findMember(await lockTeam(client, shopId), userId);
    const { role } = before;
    const subject = contactOf(before);
    if (before.joinedAt) throw new DomainError('already_member', `${subject} is already on the team.`);
    const invited = await one(INVITE_AGAIN, { shopId, userId }, client);
    if (!invited) throw new DomainError('not_found', 'Member not found');
    await recordActivity(client, { shopId, actorId, action: 'member.invited', subject, after: { role } });
    await addToOutbox(client, 'member.invited', invited.id);
    return { ...before, invitedAt: invited.invitedAt };
  });
}

const INVITE_AGAIN = sql<{ shopId: number; userId: number }, { id: number; invitedAt: Date }>(
  'UPDATE shop_members SET invited_at = now() WHERE shop_id = :shopId AND user_id = :userId RETURNING id, invited_at',
);
