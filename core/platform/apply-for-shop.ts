import { createHash } from 'node:crypto';
import type { ShopApplicationFields } from '@haat/contract/platform/shop-applications.calls';
import { MAX_OPEN_APPLICATIONS } from '@haat/contract/platform/shop-application';
import type { PoolClient } from 'pg';
import { inTransaction, one, sql } from '../db/database.ts';
import { User } from '../db/accounts.models.ts';
import { ShopApplication } from '../db/platform.models.ts';
import { DomainError } from '../errors.ts';
import { addToOutbox } from '../queue/outbox.ts';
import { findPinCode } from '../pin-codes/find-pin-code.ts';
import { countUse, type Limit } from '../rate-limit/limit.ts';
import { isDuplicate, slugTaken } from './platform-shops.ts';
import { APPLICATION_COLUMNS, type Application, isSlugAvailable, lockOpenApplication } from './shop-application.ts';

/** Withdrawn applications are stored, too. */
const LIMIT: Limit = { name: 'shop-application', points: 20, seconds: 24 * 3600 };

type Request = { userId: number; fields: ShopApplicationFields; idempotencyKey?: string | undefined };

/**
 * Stores an application for a shop and mails the operators, once per idempotency key: a repeated request returns the same
 * application. Names the account of an applicant without a name. Throws DomainError `email_required` for an account without an
 * email address, `invalid_input` without a name, `application_limit_reached`, `slug_taken`, `idempotency_conflict`, and
 * `rate_limited`.
 */
export async function applyForShop({ userId, fields, idempotencyKey: key }: Request): Promise<Application> {
  const bodyHash = createHash('sha256').update(JSON.stringify(fields)).digest('base64url');
  await countUse(LIMIT, String(userId));
  const applying = { userId, fields, key, bodyHash };
  return inTransaction((client) => apply(client, applying)).catch((error: unknown) => {
    // Of two people with the same address, the other one was first.
    throw isDuplicate(error) ? slugTaken() : error;
  });
}

type Applying = {
  userId: number;
  fields: ShopApplicationFields;
  key: string | undefined;
  bodyHash: string;
};

async function apply(client: PoolClient, { userId, fields, key, bodyHash }: Applying): Promise<Application> {
  const applicant = await one(LOCK_APPLICANT, { userId }, client);
  if (!applicant) throw new DomainError('unauthenticated', 'Please log in');
  const earlier = key === undefined ? undefined : await one(FIND_EARLIER, { userId, key }, client);
  if (earlier) {
    if (earlier.bodyHash === bodyHash) return earlier;
    throw new DomainError('idempotency_conflict', 'This Idempotency-Key was used for another application.');
  }
  if (!applicant.hasEmail) throw emailRequired();
  const {
    pin_code: pinCode,
    gstin = null,
    fssai_licence: fssaiLicence = null,
    applicant_name: ownName,
    ...given
  } = fields;
  if (!applicant.hasName && ownName === undefined) throw nameRequired();
  const open = await ShopApplication.query(client).where({ userId, state: 'submitted' }).resultSize();
  if (open >= MAX_OPEN_APPLICATIONS)
    throw new DomainError(
      'application_limit_reached',
      'You have three open applications. Wait until one is decided, or withdraw one.',
    );
  if (!(await isSlugAvailable(fields.slug, client))) throw slugTaken();
  const { city = '', place } = findPinCode(pinCode) ?? {};
  const { latitude = null, longitude = null } = place ?? {};
  const row = { ...given, pinCode, gstin, fssaiLicence, city, latitude, longitude, userId, key, bodyHash };
  const stored = await one(INSERT, row, client);
  if (!stored) throw new DomainError('internal', 'The application was not stored');
  if (!applicant.hasName && ownName !== undefined) await User.query(client).findById(userId).patch({ name: ownName });
  await addToOutbox(client, 'application.submitted', stored.id);
  return stored;
}

/** The team of a shop is known by email addresses. */
export const emailRequired = () =>
  new DomainError('email_required', 'Add an email address to your profile first. The admin of a shop needs one.');

const nameRequired = () => {
  const message = 'Please enter your name.';
  return new DomainError('invalid_input', message, { issues: [{ path: 'applicant_name', message }] });
};

// Serializes the applications of one user, and the deletion of the account.
const LOCK_APPLICANT = sql<{ userId: number }, { hasEmail: boolean; hasName: boolean }>(
  `SELECT email IS NOT NULL AS has_email, coalesce(name, '') <> '' AS has_name FROM users
   WHERE id = :userId AND deleted_at IS NULL FOR NO KEY UPDATE`,
);

const FIND_EARLIER = sql<{ userId: number; key: string }, Application & { bodyHash: string }>(
  `SELECT ${APPLICATION_COLUMNS}, a.body_hash FROM shop_applications a WHERE a.user_id = :userId AND a.key = :key`,
);

type Row = Omit<Application, 'id' | 'state' | 'submittedAt' | 'decidedAt' | 'reason'> & {
  key: string | undefined;
  bodyHash: string;
};

const INSERT = sql<Row, Application>(
  `INSERT INTO shop_applications AS a (user_id, key, body_hash, name, slug, trade, mobile, street, city, pin_code, latitude,
     longitude, gstin, fssai_licence)
   VALUES (:userId, :key, :bodyHash, :name, :slug, :trade, :mobile, :street, :city, :pinCode, :latitude, :longitude, :gstin,
     :fssaiLicence)
   RETURNING ${APPLICATION_COLUMNS}`,
);

type Withdrawal = { id: number; userId: number };

/** Withdraws the user's own application. Throws DomainError `not_found`, and `status_not_allowed` when it was decided. */
export async function withdrawApplication({ id, userId }: Withdrawal): Promise<Application> {
  return inTransaction(async (client) => {
    await lockOpenApplication(client, { id, userId });
    const withdrawn = await one(WITHDRAW, { id }, client);
    if (!withdrawn) throw new DomainError('not_found', 'Application not found');
    return withdrawn;
  });
}

const WITHDRAW = sql<{ id: number }, Application>(
  `UPDATE shop_applications a SET state = 'withdrawn', decided_at = now() WHERE a.id = :id RETURNING ${APPLICATION_COLUMNS}`,
);
