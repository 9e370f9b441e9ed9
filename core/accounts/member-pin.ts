import type { PoolClient } from 'pg';
import { inTransaction, one, sql } from '../db/database.ts';
import { ShopMember } from '../db/accounts.models.ts';
import { DomainError } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { endActing } from './end-acting.ts';
import { hashPin, isPinOf } from './pin-hash.ts';
import { type Session, signalSessions } from './session.ts';
import { countPinGuess, recordWrongPin, uncountPinGuess } from './pin-guesses.ts';
import { contactOf, findMember, lockTeam } from './team.ts';

/** After a login, this long (minutes) a PIN can be set without the old one. */
const FRESH_MINUTES = 15;

type By = Pick<Session, 'userId' | 'sessionId' | 'shopId'>;

/** `isFresh`: the login is recent enough to set a PIN without the old one. On a shared device none is. */
export type OwnPin = { isSet: boolean; isFresh: boolean };

/** Whether the session's user has a PIN at its shop. Throws DomainError `forbidden` unless the user is a member. */
export async function readOwnPin(by: By): Promise<OwnPin> {
  const { pinHash, isFresh } = await readMembership(by);
  return { isSet: pinHash !== null, isFresh };
}

async function readMembership({ userId, sessionId, shopId }: By): Promise<Membership> {
  const found = await one(MEMBERSHIP, { userId, sessionId, shopId, minutes: FRESH_MINUTES });
  if (!found) throw new DomainError('forbidden', 'Only members of the shop have a PIN.');
  return found;
}

type Membership = { pinHash: string | null; isFresh: boolean };

const MEMBERSHIP = sql<By & { minutes: number }, Membership>(
  `SELECT m.pin_hash, s.created_at > now() - make_interval(mins => :minutes)
     AND NOT EXISTS (SELECT FROM shared_devices d WHERE d.session_id = s.id) AS is_fresh
   FROM sessions s JOIN shop_members m ON m.user_id = s.user_id AND m.shop_id = :shopId
   WHERE s.id = :sessionId AND s.user_id = :userId`,
);

type Setting = { by: By; pin: string; current: string | undefined };

/**
 * Sets or changes the PIN of the session's user at its shop: with the old PIN, or within 15 minutes after a login on a device
 * that is not shared. Locks devices where they act with the old one. Throws DomainError `pin_wrong` and `rate_limited` for the
 * old PIN, `login_required`, and `forbidden` unless the user is a member.
 */
export async function setOwnPin({ by, pin, current }: Setting): Promise<void> {
  const before = await readMembership(by);
  if (!before.isFresh) await requireCurrent(by, before.pinHash, current);
  const pinHash = await hashPin(pin);
  const { userId, shopId } = by;
  const sessions = await inTransaction(async (client) => {
    const subject = contactOf(findMember(await lockTeam(client, shopId), userId));
    // With the compared old PIN, which may have been removed or changed in the meantime.
    const compared = before.isFresh ? {} : { pinHash: before.pinHash };
    const set = await ShopMember.query(client)
      .where({ userId, shopId, ...compared })
      .patch({ pinHash });
    if (set === 0) throw loginRequired();
    await recordActivity(client, { shopId, actorId: userId, action: 'member.pin_set', subject });
    return endActing(client, { userId, shopId });
  });
  signalSessions(sessions);
}

async function requireCurrent(by: By, pinHash: string | null, current: string | undefined): Promise<void> {
  if (pinHash === null || current === undefined) throw loginRequired();
  const { userId, sessionId, shopId } = by;
  const guess = { userId, sessionId, shopId };
  const uses = await countPinGuess(guess);
  if (!(await isPinOf(current, pinHash))) {
    await recordWrongPin(guess, uses);
    throw pinWrong();
  }
  await uncountPinGuess(guess);
}

const loginRequired = () =>
  new DomainError('login_required', 'To set a PIN without the current one, log in again on your own device.');

export const pinWrong = () => new DomainError('pin_wrong', 'This PIN is wrong.');

type Removal = { shopId: number; actorId: number; userId: number };

/**
 * Removes a member's PIN and locks devices where they act with it. Does nothing without a PIN. Throws DomainError `not_found`
 * unless the user is a member.
 */
export async function removePin({ shopId, actorId, userId }: Removal): Promise<void> {
  const sessions = await inTransaction(async (client: PoolClient) => {
    const subject = contactOf(findMember(await lockTeam(client, shopId), userId));
    const removed = await ShopMember.query(client)
      .where({ userId, shopId })
      .whereNotNull('pinHash')
      .patch({ pinHash: null });
    if (removed === 0) return [];
    await recordActivity(client, { shopId, actorId, action: 'member.pin_removed', subject });
    return endActing(client, { userId, shopId });
  });
  signalSessions(sessions);
}
