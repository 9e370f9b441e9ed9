import type { ApplicationState, Trade } from '@haat/contract/platform/shop-application';
import { slugProblem } from '@haat/contract/shops/shop-settings';
import type { PoolClient } from 'pg';
import { type Connection, many, one, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';

/** An application for a shop. Its place is derived from its PIN code. */
export type Application = {
  id: number;
  userId: number;
  state: ApplicationState;
  name: string;
  slug: string;
  trade: Trade;
  mobile: string;
  street: string;
  city: string;
  pinCode: string;
  latitude: number | null;
  longitude: number | null;
  gstin: string | null;
  fssaiLicence: string | null;
  submittedAt: Date;
  decidedAt: Date | null;
  /** Why it was declined. */
  reason: string | null;
};

export const APPLICATION_COLUMNS = `a.id, a.user_id, a.state, a.name, a.slug, a.trade, a.mobile, a.street, a.city, a.pin_code,
  a.latitude, a.longitude, a.gstin, a.fssai_licence, a.submitted_at, a.decided_at, a.reason`;

/** The applications of a user, newest first. */
export const listOwnApplications = ({ userId }: { userId: number }): Promise<Application[]> => many(OWN, { userId });

const OWN = sql<{ userId: number }, Application>(
  `SELECT ${APPLICATION_COLUMNS} FROM shop_applications a WHERE a.user_id = :userId ORDER BY a.id DESC LIMIT 50`,
);

/**
 * The application, locked until the end of the caller's transaction; with a `userId` it must be that user's. Throws DomainError
 * `not_found`, and `status_not_allowed` when it is no longer open.
 */
export async function lockOpenApplication(
  client: PoolClient,
  { id, userId }: { id: number; userId?: number },
): Promise<Application> {
  const application = await one(LOCK, { id, userId }, client);
  if (!application) throw new DomainError('not_found', 'Application not found');
  if (application.state !== 'submitted')
    throw new DomainError('status_not_allowed', 'This application was already decided or withdrawn.');
  return application;
}

const LOCK = sql<{ id: number; userId: number | undefined }, Application>(
  `SELECT ${APPLICATION_COLUMNS} FROM shop_applications a
   WHERE a.id = :id AND (:userId::bigint IS NULL OR a.user_id = :userId) FOR UPDATE`,
);

/** Whether a new shop can have the web address: it is allowed, and neither a shop nor an open application has it. */
export async function isSlugAvailable(slug: string, on?: Connection): Promise<boolean> {
  if (slugProblem(slug) !== undefined) return false;
  return (await one(IS_FREE, { slug }, on))?.isFree ?? false;
}

const IS_FREE = sql<{ slug: string }, { isFree: boolean }>(
  `SELECT NOT EXISTS (SELECT FROM shops WHERE lower(slug) = :slug)
     AND NOT EXISTS (SELECT FROM shop_former_slugs WHERE slug = :slug)
     AND NOT EXISTS (SELECT FROM shop_applications WHERE slug = :slug AND state = 'submitted') AS is_free`,
);
