import type { ShopRole } from '@haat/contract/accounts/shop-roles';
import { inTransaction, many, one, run, sql } from '../db/database.ts';
import { SharedDevice as DeviceRow } from '../db/accounts.models.ts';
import { DomainError } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { MAY_ACT } from './may-act.sql.ts';
import { isPinOf } from './pin-hash.ts';
import { pinRequired } from './pin-required.ts';
import { findSession, type Session, signAccessToken, signalSessions } from './session.ts';
import { PERSON_NAME } from './person-name.sql.ts';
import { pinWrong } from './member-pin.ts';
import { countPinGuess, countStrayGuess, recordWrongPin, uncountPinGuess } from './pin-guesses.ts';

export type Person = { id: number; name: string };

/**
 * A device that asks for a PIN. `people`: the members who can act on it. `actor`: the member who acts on it; null while it is
 * locked. `actingUntil`: when it locks unless it is used.
 */
export type SharedDevice = {
  idleMinutes: number;
  people: Person[];
  actor: (Person & { role: ShopRole }) | null;
  actingUntil: Date | null;
};

type By = Pick<Session, 'sessionId' | 'shopId' | 'userId' | 'actorId' | 'isLocked'>;

/** The shared device of the session at its shop; undefined when it does not ask for a PIN. */
export async function readSharedDevice({ sessionId, shopId }: By): Promise<SharedDevice | undefined> {
  const device = await one(READ, { sessionId, shopId });
  if (!device) return undefined;
  const { idleMinutes, actorId, actingUntil } = device;
  const people = await many(PEOPLE, { shopId });
  const found = actorId === null ? undefined : people.find(({ id }) => id === actorId);
  return {
    idleMinutes,
    people: people.map(({ id, name }) => ({ id, name })),
    actor: found ?? null,
    actingUntil: found ? actingUntil : null,
  };
}

type Row = { idleMinutes: number; actorId: number | null; actingUntil: Date | null };

const READ = sql<{ sessionId: string; shopId: number }, Row>(
  `SELECT d.idle_minutes, CASE WHEN d.acting_until > now() THEN d.actor_id END AS actor_id, d.acting_until
   FROM shared_devices d WHERE d.session_id = :sessionId AND d.shop_id = :shopId`,
);

const PEOPLE = sql<{ shopId: number }, Person & { role: ShopRole }>(
  `SELECT u.id, ${PERSON_NAME} AS name, m.role
   FROM shop_members m JOIN users u ON u.id = m.user_id
   WHERE m.shop_id = :shopId AND ${MAY_ACT} AND u.blocked_at IS NULL ORDER BY lower(${PERSON_NAME}), u.id`,
);

type Entry = { by: By; userId: number; pin: string };

/**
 * Lets a member act on a shared device with their PIN. Streams and sockets with other rights are closed on every replica.
 * Returns an access token with their rights. Throws DomainError `pin_wrong`, also for a member without a PIN, `rate_limited`
 * after too many wrong ones (`countPinGuess`), and `not_found` on a device that does not ask for a PIN.
 */
export async function enterPin({ by, userId, pin }: Entry): Promise<{ token: string }> {
  const { sessionId, shopId } = by;
  const key = { sessionId, shopId };
  if (!(await one(READ, key))) throw new DomainError('not_found', 'This device does not ask for a PIN');
  const guess = { ...key, userId };
  const member = await one(PIN_OF, { shopId, userId });
  if (!member) {
    await countStrayGuess(sessionId);
    throw pinWrong();
  }
  const uses = await countPinGuess(guess);
  if (!(await isPinOf(pin, member.pinHash))) {
    await recordWrongPin(guess, uses);
    throw pinWrong();
  }
  await uncountPinGuess(guess);
  // With the compared hash, as the PIN may have been removed in the meantime.
  if ((await run(BEGIN, { ...guess, pinHash: member.pinHash })) === 0) throw pinWrong();
  return tokenOf(sessionId);
}

const PIN_OF = sql<{ shopId: number; userId: number }, { pinHash: string }>(
  `SELECT m.pin_hash FROM shop_members m JOIN users u ON u.id = m.user_id
   WHERE m.shop_id = :shopId AND m.user_id = :userId AND ${MAY_ACT} AND u.blocked_at IS NULL`,
);

const BEGIN = sql<{ sessionId: string; shopId: number; userId: number; pinHash: string }>(
  `UPDATE shared_devices d SET actor_id = m.user_id, acting_until = now() + make_interval(mins => d.idle_minutes)
   FROM shop_members m
   WHERE d.session_id = :sessionId AND d.shop_id = :shopId
     AND m.shop_id = d.shop_id AND m.user_id = :userId AND m.pin_hash = :pinHash`,
);

/** Locks the session's device, so that no member acts on it. Returns an access token without the member's rights. */
export async function lockDevice({ sessionId, shopId }: By): Promise<{ token: string }> {
  await DeviceRow.query().findById([sessionId, shopId]).patch({ actorId: null, actingUntil: null });
  return tokenOf(sessionId);
}

async function tokenOf(sessionId: string): Promise<{ token: string }> {
  signalSessions([sessionId]);
  const session = await findSession(sessionId);
  if (!session) throw new DomainError('unauthenticated', 'Please log in again');
  return { token: await signAccessToken(session) };
}

/**
 * Keeps a device in use unlocked for the member who acts on it. Written once a minute at most, or more often if it locks
 * sooner. Returns when it locks. Throws DomainError `pin_required` unless the session's member acts, and `not_found` on a
 * device that does not ask for a PIN.
 */
export async function extendActing({ sessionId, shopId, actorId }: By): Promise<Date> {
  await run(EXTEND, { sessionId, shopId, actorId });
  const device = await one(READ, { sessionId, shopId });
  if (!device) throw new DomainError('not_found', 'This device does not ask for a PIN');
  if (device.actorId !== actorId || device.actingUntil === null) throw pinRequired();
  return device.actingUntil;
}

const EXTEND = sql<{ sessionId: string; shopId: number; actorId: number }>(
  `UPDATE shared_devices SET acting_until = now() + make_interval(mins => idle_minutes)
   WHERE session_id = :sessionId AND shop_id = :shopId AND actor_id = :actorId AND acting_until > now()
     AND acting_until < now() + make_interval(mins => idle_minutes) - least(interval '50 seconds', make_interval(mins => idle_minutes) / 2)`,
);

type Asking = { by: Session; shopId: number; sessionId: string; idleMinutes: number | null };

/**
 * Makes a device of the shop, where a member is logged in, ask for a PIN and lock after so many minutes without use; null: it does
 * not ask. Throws DomainError `not_found` for any other session, and `pin_missing` while no member has a PIN.
 */
export async function setSharedDevice({ by, shopId, sessionId, idleMinutes }: Asking): Promise<void> {
  const changed = await inTransaction(async (client) => {
    const device = await one(LOCK_DEVICE, { sessionId, shopId }, client);
    if (!device) throw new DomainError('not_found', 'Device not found');
    if (device.idleMinutes === idleMinutes) return false;
    if (idleMinutes !== null && !(await one(PEOPLE, { shopId }, client)))
      throw new DomainError('pin_missing', 'No member of the team has a PIN. Set yours first.');
    await (idleMinutes === null
      ? DeviceRow.query(client).deleteById([sessionId, shopId])
      : run(ASK, { sessionId, shopId, idleMinutes }, client));
    await recordActivity(client, {
      shopId,
      actorId: by.actorId,
      action: idleMinutes === null ? 'device.pin_off' : 'device.pin_on',
      subject: device.device ?? undefined,
      before: { idle_minutes: device.idleMinutes },
      after: { idle_minutes: idleMinutes },
    });
    return true;
  });
  if (changed) signalSessions([sessionId]);
}

// The session is locked, so that two changes follow each other.
const LOCK_DEVICE = sql<{ sessionId: string; shopId: number }, { device: string | null; idleMinutes: number | null }>(
  `SELECT s.device,
     (SELECT d.idle_minutes FROM shared_devices d WHERE d.session_id = s.id AND d.shop_id = :shopId) AS idle_minutes
   FROM sessions s
   WHERE s.id = :sessionId AND s.shop_id = :shopId AND s.revoked_at IS NULL AND s.expires_at > now()
     AND EXISTS (SELECT FROM shop_members m WHERE m.shop_id = s.shop_id AND m.user_id = s.user_id)
   FOR NO KEY UPDATE OF s`,
);

const ASK = sql<{ sessionId: string; shopId: number; idleMinutes: number }>(
  `INSERT INTO shared_devices (session_id, shop_id, idle_minutes) VALUES (:sessionId, :shopId, :idleMinutes)
   ON CONFLICT (session_id, shop_id) DO UPDATE SET idle_minutes = excluded.idle_minutes`,
);
