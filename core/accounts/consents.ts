import { CONSENT_VERSION, type ConsentPurpose, isCompleteConsent } from '@haat/contract/accounts/consent';
import { many, one, sql } from '../db/database.ts';
import { DomainError, invalidField } from '../errors.ts';
import { countUse, type Limit } from '../rate-limit/limit.ts';

export type Consent = { version: string; purposes: ConsentPurpose[]; at: Date };

/** Each row is stored permanently. */
const LIMIT: Limit = { name: 'consent', points: 30, seconds: 24 * 3600 };
const MOST = 100;

/** The consents of a user, newest first: the first one is in force. At most 100. */
export const listConsents = ({ userId }: { userId: number }): Promise<Consent[]> => many(LIST, { userId });

const LIST = sql<{ userId: number }, Consent>(
  `SELECT version, purposes, at FROM consents WHERE user_id = :userId ORDER BY id DESC LIMIT ${MOST}`,
);

/**
 * Records a user's consent to these purposes in the current version of the text. Omitting an optional purpose withdraws it;
 * necessary ones end with the account. Repeating the current consent adds nothing. Throws DomainError `invalid_input` without a
 * necessary purpose, and `rate_limited`.
 */
export async function giveConsent({
  userId,
  purposes,
}: {
  userId: number;
  purposes: ConsentPurpose[];
}): Promise<Consent> {
  if (!isCompleteConsent(purposes)) {
    throw invalidField('purposes', 'must contain account and orders. To withdraw these, delete your account.');
  }
  const unique = [...new Set(purposes)].toSorted();
  const [current] = await listConsents({ userId });
  if (current?.version === CONSENT_VERSION && current.purposes.join() === unique.join()) return current;
  await countUse(LIMIT, String(userId));
  const added = await one(ADD, { userId, version: CONSENT_VERSION, purposes: unique });
  if (!added) throw new DomainError('internal', 'The consent was not stored');
  return added;
}

const ADD = sql<{ userId: number; version: string; purposes: ConsentPurpose[] }, Consent>(
  `INSERT INTO consents (user_id, version, purposes) VALUES (:userId, :version, :purposes)
   RETURNING version, purposes, at`,
);
