import { addressLine } from '@haat/contract/accounts/address';
import { type ApplicationState, TRADES } from '@haat/contract/platform/shop-application';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, sql } from '../db/database.ts';
import { ShopMember } from '../db/accounts.models.ts';
import { ShopApplication } from '../db/platform.models.ts';
import { NOW } from '../db/table.ts';
import { DomainError } from '../errors.ts';
import { addToOutbox } from '../queue/outbox.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { addShop, isDuplicate, slugTaken } from './platform-shops.ts';
import { emailRequired } from './apply-for-shop.ts';
import { APPLICATION_COLUMNS, type Application, lockOpenApplication } from './shop-application.ts';

/** `isSlugFree`: no shop has the web address. */
export type ListedApplication = Application & {
  isSlugFree: boolean;
  applicantEmail: string | null;
  applicantName: string | null;
  isApplicantBlocked: boolean;
};

type Listing = { state?: ApplicationState | undefined; limit?: number | undefined; after?: number | undefined };

const DEFAULT_LIMIT = 50;
const MOST = 200;

/**
 * The applications in a state, or all: 50, or `limit` up to 200, after `after` in the list. Open ones are oldest first, in the
 * order to decide them; all others newest first.
 */
export async function listApplications({ state, limit = DEFAULT_LIMIT, after }: Listing): Promise<ListedApplication[]> {
  const isQueue = state === 'submitted';
  return many(LIST, { id: undefined, state, after, isQueue, limit: Math.min(limit, MOST) });
}

/** One of them. Throws DomainError `not_found`. */
export async function findListedApplication(id: number): Promise<ListedApplication> {
  const found = await one(LIST, { id, state: undefined, after: undefined, isQueue: false, limit: 1 });
  if (!found) throw new DomainError('not_found', 'Application not found');
  return found;
}

type ListParams = {
  id: number | undefined;
  state: ApplicationState | undefined;
  after: number | undefined;
  isQueue: boolean;
  limit: number;
};

const LIST = sql<ListParams, ListedApplication>(
  `SELECT ${APPLICATION_COLUMNS}, u.email AS applicant_email, u.name AS applicant_name,
     u.blocked_at IS NOT NULL AS is_applicant_blocked,
     NOT EXISTS (SELECT FROM shops h WHERE lower(h.slug) = a.slug)
       AND NOT EXISTS (SELECT FROM shop_former_slugs f WHERE f.slug = a.slug) AS is_slug_free
   FROM shop_applications a JOIN users u ON u.id = a.user_id
   WHERE (:id::bigint IS NULL OR a.id = :id) AND (:state::text IS NULL OR a.state = :state)
     AND (:after::bigint IS NULL OR CASE WHEN :isQueue THEN a.id > :after ELSE a.id < :after END)
   ORDER BY CASE WHEN :isQueue THEN a.id END, a.id DESC LIMIT :limit`,
);

/** How many applications are in each state. */
export async function countApplications(): Promise<Record<ApplicationState, number>> {
  const counts = { submitted: 0, approved: 0, declined: 0, withdrawn: 0 };
  for (const { state, count } of await many(COUNT, {})) counts[state] = count;
  return counts;
}

const COUNT = sql<Record<never, never>, { state: ApplicationState; count: number }>(
  'SELECT state, count(*)::int AS count FROM shop_applications GROUP BY state',
);

type Decision = { id: number; actorId: number };

/**
 * Creates the shop of an application, with its place, makes the applicant its admin and notifies them by mail. Only the first of
 * two operators decides. Throws DomainError `not_found`, `status_not_allowed`, `slug_taken` when another shop now has the web
 * address, `email_required` when the account no longer has an email address, and `applicant_blocked` when it is blocked.
 */
export async function approveApplication({ id, actorId }: Decision): Promise<void> {
  await inTransaction((client) => approve(client, { id, actorId })).catch((error: unknown) => {
    throw isDuplicate(error) ? slugTaken() : error;
  });
}

async function approve(client: PoolClient, { id, actorId }: Decision): Promise<void> {
  // Before the application, as the deletion of the account does.
  const applicant = await one(LOCK_APPLICANT, { id }, client);
  const { userId, name, slug, trade, mobile, street, city, pinCode, gstin, fssaiLicence, ...place } =
    await lockOpenApplication(client, {
      id,
    });
  if (!applicant?.email) throw emailRequired();
  if (applicant.isBlocked)
    throw new DomainError('applicant_blocked', "The applicant's account is blocked. Unblock it first, or decline.");
  const { latitude, longitude } = place;
  const address = addressLine({ street, city, zip: pinCode });
  const row = {
    slug,
    name,
    address,
    latitude,
    longitude,
    gstin,
    fssaiLicence,
    trade: TRADES[trade],
    phone: mobile,
    minOrderPaise: null,
  };
  const shopId = await addShop(client, { actorId, shop: row });
  await ShopMember.query(client).insert({ userId, shopId, role: 'admin', joinedAt: NOW });
  const joined = { shopId, actorId: userId, subject: applicant.email, after: { role: 'admin' } };
  await recordActivity(client, { ...joined, action: 'member.joined' });
  await ShopApplication.query(client).findById(id).patch({ state: 'approved', shopId, decidedAt: NOW });
  await addToOutbox(client, 'application.decided', id);
}

const LOCK_APPLICANT = sql<{ id: number }, { email: string | null; isBlocked: boolean }>(
  `SELECT u.email, u.blocked_at IS NOT NULL AS is_blocked FROM users u WHERE u.id = (SELECT user_id FROM shop_applications WHERE id = :id) AND u.deleted_at IS NULL
   FOR KEY SHARE`,
);

/**
 * Declines an application; a mail has the reason, and the operators' activity who declined it. Throws DomainError `not_found` and
 * `status_not_allowed`.
 */
export async function declineApplication({ id, actorId, reason }: Decision & { reason: string }): Promise<void> {
  await inTransaction(async (client) => {
    const { name } = await lockOpenApplication(client, { id });
    await ShopApplication.query(client).findById(id).patch({ state: 'declined', reason, decidedAt: NOW });
    await recordActivity(client, {
      shopId: null,
      actorId,
      action: 'application.declined',
      subject: name,
      after: { reason },
    });
    await addToOutbox(client, 'application.decided', id);
  });
}
