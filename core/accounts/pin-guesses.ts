import { database, one, sql } from '../db/database.ts';
import { countUse, type Limit, uncountUse } from '../rate-limit/limit.ts';
import { recordActivity } from '../activity/activity-log.ts';

const QUARTER_HOUR = 15 * 60;
const DAY = 24 * 60 * 60;
const MEMBER_LIMIT: Limit = { name: 'pin-device', points: 5, seconds: QUARTER_HOUR };
const DEVICE_LIMIT: Limit = { name: 'pin-session', points: 15, seconds: QUARTER_HOUR };
const DAY_LIMIT: Limit = { name: 'pin-day', points: 20, seconds: DAY };
const SHOP_LIMIT: Limit = { name: 'pin-shop', points: 40, seconds: QUARTER_HOUR };

/** A guess of the PIN of a member on a device. */
type Guess = { sessionId: string; shopId: number; userId: number };

/**
 * Counts a guess before anything is compared, so that parallel guesses do not share one: in 15 minutes five wrong ones of a
 * member on a device, 15 of a device and 40 of a shop, and 20 of a member in a day. They do not affect the login of the account.
 * A guess refused by one limit does not count for the next, so that a single device cannot use up the limit of the whole shop.
 * Returns the number of the member's guess on the device. Throws DomainError `rate_limited`.
 */
export async function countPinGuess(guess: Guess): Promise<number> {
  const [[ofMember, key], ...others] = countersOf(guess);
  const uses = await countUse(ofMember, key);
  for (const [limit, key] of others) await countUse(limit, key);
  return uses;
}

/** A guess that was right does not count. */
export async function uncountPinGuess(guess: Guess): Promise<void> {
  for (const [limit, key] of countersOf(guess)) await uncountUse(limit, key);
}

type Counter = [Limit, string];

const countersOf = ({ sessionId, shopId, userId }: Guess): [Counter, ...Counter[]] => [
  [MEMBER_LIMIT, `${sessionId} ${userId}`],
  [DEVICE_LIMIT, sessionId],
  [DAY_LIMIT, `${shopId} ${userId}`],
  [SHOP_LIMIT, String(shopId)],
];

/** Counts a guess for a person who cannot act, against the device only. Throws DomainError `rate_limited`. */
export async function countStrayGuess(sessionId: string): Promise<void> {
  await countUse(DEVICE_LIMIT, sessionId);
}

/** After a wrong PIN, `uses` being its number: the last one that a member has on a device is in the activity of the shop. */
export async function recordWrongPin({ sessionId, shopId, userId }: Guess, uses: number): Promise<void> {
  if (uses !== MEMBER_LIMIT.points) return;
  const found = await one(DEVICE_OF, { sessionId, userId });
  const { device, contact: subject } = found ?? {};
  const entry = { shopId, actorId: null, subject, after: { device } };
  await recordActivity(database().pool, { ...entry, action: 'device.pin_refused' });
}

const DEVICE_OF = sql<{ sessionId: string; userId: number }, { device: string | null; contact: string }>(
  `SELECT s.device, coalesce(u.email, '+91' || u.login_mobile) AS contact
   FROM sessions s JOIN users u ON u.id = :userId WHERE s.id = :sessionId`,
);
