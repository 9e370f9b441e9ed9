import { CONSENT_VERSION, type ConsentPurpose, isCompleteConsent } from '@haat/contract/accounts/consent';
import { Consent } from '../db/accounts.models.ts';
import { invalidField } from '../errors.ts';
import { countUse, type Limit } from '../rate-limit/limit.ts';

/** Each row is stored permanently. */
const LIMIT: Limit = { name: 'consent', points: 30, seconds: 24 * 3600 };
const MOST = 100;

/** The consents of a user, newest first: the first one is in force. At most 100. */
export async function listConsents({ userId }: { userId: number }): Promise<Consent[]> {
  return Consent.query().where({ userId }).orderBy('id', 'desc').limit(MOST);
}

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
  return Consent.query().insert({ userId, version: CONSENT_VERSION, purposes: unique }).returning('*');
}
