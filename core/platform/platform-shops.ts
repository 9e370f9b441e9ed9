import type { NewShopFields } from '@haat/contract/platform/operator-shops.calls';
import { toPaise } from '@haat/contract/rupees';
import { DatabaseError, type PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { signalSessions, signalSessionsOfShop } from '../accounts/session.ts';
import { catalogVersion, signalCatalog } from '../catalog/change-catalog.ts';
import { lockShop } from '../db/find-shop.ts';
import { addMember } from '../accounts/invitations.ts';

/**
 * `actorId`: null for a command on the server itself. `isPlatform`: it is the platform shop, and its first admin the
 * platform operator.
 */
type Creation = { actorId: number | null; fields: NewShopFields; isPlatform?: boolean };

const UNIQUE_VIOLATION = '23505';

/** Creates a shop with its first admin, in one transaction, and invites the admin by mail. Throws `slug_taken`. */
export async function createShop(creation: Creation): Promise<{ id: number }> {
  const { id, sessions } = await inTransaction((client) => create(client, creation)).catch((error: unknown) => {
    throw isDuplicate(error) ? slugTaken() : error;
  });
  signalSessions(sessions);
  return { id };
}

type Created = { id: number; sessions: string[] };

async function create(client: PoolClient, creation: Creation): Promise<Created> {
  const { actorId, fields, isPlatform = false } = creation;
  const { admin_email: email } = fields;
  const id = await addShop(client, { actorId, shop: { ...rowOf(fields), isPlatform } });
  await addMember(client, { shopId: id, email, role: 'admin', invitedBy: actorId });
  const changed = isPlatform ? await many(MAKE_OPERATOR, { email }, client) : [];
  const invited = { action: 'member.invited', subject: email, after: { role: 'admin' } } as const;
  await recordActivity(client, { shopId: id, actorId, ...invited });
  return { id, sessions: changed.map((session) => session.id) };
}

function rowOf({ slug, name, trade, address, minordervalue, latitude, longitude }: NewShopFields): ShopRow {
  const minOrderPaise = minordervalue === null || minordervalue === undefined ? null : toPaise(minordervalue);
  return { slug, name, trade, address, minOrderPaise, latitude, longitude };
}

/** Inserts a shop and records it, in the caller's transaction. Throws `slug_taken`. */
export async function addShop(
  client: PoolClient,
  { actorId, shop }: { actorId: number | null; shop: ShopRow },
): Promise<number> {
  const { slug, name } = shop;
  const created = await one(
    CREATE,
    { phone: null, gstin: null, fssaiLicence: null, isPlatform: false, ...shop },
    client,
  );
  if (!created) throw slugTaken();
  const { id } = created;
  await recordActivity(client, { shopId: id, actorId, action: 'shop.created', subject: name, after: { slug } });
  return id;
}

/** Whether the statement was refused because of a unique index. */
export const isDuplicate = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === UNIQUE_VIOLATION;

export const slugTaken = (): DomainError =>
  new DomainError('slug_taken', 'Another shop already uses this address. Choose a different one.');

/** Returns the sessions whose rights it changes. */
const MAKE_OPERATOR = sql<{ email: string }, { id: string }>(
  `WITH operator AS (UPDATE users SET is_platform_admin = true WHERE email = :email RETURNING id)
   SELECT s.id FROM sessions s JOIN operator ON operator.id = s.user_id WHERE s.revoked_at IS NULL AND s.expires_at > now()`,
);

type ShopRow = Pick<NewShopFields, 'slug' | 'name' | 'trade' | 'address' | 'latitude' | 'longitude'> & {
  minOrderPaise: number | null;
  phone?: string | null;
  gstin?: string | null;
  fssaiLicence?: string | null;
  isPlatform?: boolean;
};

type StoredRow = ShopRow & Required<Pick<ShopRow, 'phone' | 'gstin' | 'fssaiLicence' | 'isPlatform'>>;

// A slug that differs in case only would lead to the other shop, and a former one is printed on its posters.
const CREATE = sql<StoredRow, { id: number }>(`
  INSERT INTO shops (slug, name, trade, address, min_order_paise, latitude, longitude, phone, gstin, fssai_licence,
    is_platform)
  SELECT :slug::text, :name, :trade, :address, :minOrderPaise, :latitude, :longitude, :phone, :gstin, :fssaiLicence,
    :isPlatform
  WHERE NOT EXISTS (SELECT FROM shops WHERE lower(slug) = :slug)
    AND NOT EXISTS (SELECT FROM shop_former_slugs WHERE slug = :slug)
  RETURNING id`);

/** `reason`: why the shop is suspended, for its members to read; without one it is resumed. */
type Suspension = { shopId: number; actorId: number; reason: string | undefined };

/**
 * Suspends a shop, or resumes it: while suspended it is not listed, accepts no orders, and its members cannot change
 * anything. A new reason replaces the old one. Throws `not_found`, and `invalid_input` for the platform shop.
 */
export async function suspendShop({ shopId, actorId, reason }: Suspension): Promise<void> {
  const version = await inTransaction(async (client) => {
    const shop = await lockShop(client, shopId);
    if (shop.isPlatform) throw new DomainError('invalid_input', "The platform's own shop cannot be suspended.");
    if (reason === undefined && shop.suspendedAt === null) return undefined;
    await run(SUSPEND, { shopId, reason }, client);
    const action = reason === undefined ? 'shop.resumed' : 'shop.suspended';
    await recordActivity(client, { shopId, actorId, action, ...(reason !== undefined && { after: { reason } }) });
    return catalogVersion(client, shopId);
  });
  if (version === undefined) return;
  signalCatalog(shopId, version);
  signalSessionsOfShop(shopId);
}

const SUSPEND = sql<{ shopId: number; reason: string | undefined }>(`
  UPDATE shops SET suspended_reason = :reason::text,
    suspended_at = CASE WHEN :reason::text IS NOT NULL THEN coalesce(suspended_at, now()) END
  WHERE id = :shopId`);
