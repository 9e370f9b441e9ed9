import type { NewShopFields } from '@haat/contract/api/operator';
import { toPaise } from '@haat/contract/rules/rupees';
import { DatabaseError, type PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { dispatchSoon } from '../../jobs/outbox.ts';
import type { OutboxEntry } from '../../jobs/job-definitions.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { catalogVersion, signalCatalog } from '../catalog/change-catalog.ts';
import { lockShop } from '../settings/settings.ts';
import { addMember } from '../team/invitations.ts';
import { pausedAt } from '../shops/paused.sql.ts';
import { hasProducts } from '../shops/public-shops.sql.ts';

/**
 * `actorId`: null for a command on the server itself. `isPlatform`: it is the platform shop, and its first admin the
 * platform operator.
 */
type Creation = { actorId: number | null; fields: NewShopFields; isPlatform?: boolean };

const UNIQUE_VIOLATION = '23505';

/** Creates a shop with its first admin, in one transaction, and invites the admin by mail. Throws `slug_taken`. */
export async function createShop(creation: Creation): Promise<{ id: number }> {
  const { id, mail } = await inTransaction((client) => create(client, creation)).catch((error: unknown) => {
    throw error instanceof DatabaseError && error.code === UNIQUE_VIOLATION ? slugTaken() : error;
  });
  dispatchSoon(mail);
  return { id };
}

async function create(client: PoolClient, creation: Creation): Promise<{ id: number; mail: OutboxEntry }> {
  const { actorId, fields, isPlatform = false } = creation;
  const { slug, name, admin_email: email } = fields;
  const id = await insertShop(client, fields, isPlatform);
  await recordActivity(client, { shopId: id, actorId, action: 'shop.created', subject: name, after: { slug } });
  const { mail } = await addMember(client, { shopId: id, email, role: 'admin', invitedBy: actorId });
  if (isPlatform) await run(MAKE_OPERATOR, { email }, client);
  const invited = { action: 'member.invited', subject: email, after: { role: 'admin' } } as const;
  await recordActivity(client, { shopId: id, actorId, ...invited });
  return { id, mail };
}

async function insertShop(client: PoolClient, fields: NewShopFields, isPlatform: boolean): Promise<number> {
  const { slug, name, trade, address, minordervalue, latitude, longitude } = fields;
  const minOrderPaise = minordervalue === null || minordervalue === undefined ? null : toPaise(minordervalue);
  const shop = { slug, name, trade, address, minOrderPaise, latitude, longitude, isPlatform };
  const created = await one(CREATE, shop, client);
  if (!created) throw slugTaken();
  return created.id;
}

const slugTaken = () =>
  new DomainError('slug_taken', 'Another shop already uses this address. Choose a different one.');

const MAKE_OPERATOR = sql<{ email: string }>('UPDATE users SET is_platform_admin = true WHERE email = :email');

type ShopRow = Pick<NewShopFields, 'slug' | 'name' | 'trade' | 'address' | 'latitude' | 'longitude'> & {
  minOrderPaise: number | null;
  isPlatform: boolean;
};

// A slug that differs in case only would lead to the other shop.
const CREATE = sql<ShopRow, { id: number }>(`
  INSERT INTO shops (slug, name, trade, address, min_order_paise, latitude, longitude, is_platform)
  SELECT :slug::text, :name, :trade, :address, :minOrderPaise, :latitude, :longitude, :isPlatform
  WHERE NOT EXISTS (SELECT FROM shops WHERE lower(slug) = :slug)
  RETURNING id`);

const DEFAULT_LIMIT = 50;
const MOST_SHOPS = 200;

export type ListedShop = {
  id: number;
  slug: string;
  name: string | null;
  address: string | null;
  isPlatform: boolean;
  isPaused: boolean;
  notResponding: boolean;
  hasProducts: boolean;
  suspendedFor: string | null;
  members: number;
  ordersToday: number;
};

type Search = {
  search?: string | undefined;
  slug?: string | undefined;
  limit?: number | undefined;
  after?: number | undefined;
};

/**
 * The shops of the platform whose name, slug or address contains the text, or the one of that slug, newest first, those
 * after the shop `after` in the list: 50, or `limit` up to 200. Orders are counted since midnight in the shop's time zone.
 */
export async function listAllShops({ search = '', slug, limit = DEFAULT_LIMIT, after }: Search): Promise<ListedShop[]> {
  const pattern = `%${search.trim().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return many(LIST, { pattern, before: after, limit: Math.min(limit, MOST_SHOPS), slug });
}

/** Undefined when there is no shop with that id. */
export async function findListedShop({ id }: { id: number }): Promise<ListedShop | undefined> {
  const [shop] = await listAllShops({ after: id + 1, limit: 1 });
  return shop?.id === id ? shop : undefined;
}

type ListParams = { pattern: string; before: number | undefined; limit: number; slug: string | undefined };

const LIST = sql<ListParams, ListedShop>(
  `
  SELECT shop.id, shop.slug, shop.name, shop.address, shop.is_platform, (${pausedAt('shop')}) IS NOT NULL AS is_paused, shop.not_responding, ${hasProducts('shop.id')} AS has_products,
    CASE WHEN shop.suspended_at IS NOT NULL THEN coalesce(shop.suspended_reason, '') END AS suspended_for,
    (SELECT count(*) FROM shop_members m WHERE m.shop_id = shop.id) AS members,
    (SELECT count(*) FROM orders o WHERE o.shop_id = shop.id AND o.payment_status NOT IN ('awaiting', 'expired')
      AND o.created_at >= date_trunc('day', now(), shop.time_zone)) AS orders_today
  FROM shops shop
  WHERE (:before::bigint IS NULL OR shop.id < :before)
    AND (:slug::text IS NULL OR lower(shop.slug) = lower(:slug))
    AND (shop.slug ILIKE :pattern OR shop.name ILIKE :pattern OR shop.address ILIKE :pattern)
  ORDER BY shop.id DESC LIMIT :limit`,
  'list-all-shops',
);

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
  if (version !== undefined) signalCatalog(shopId, version);
}

const SUSPEND = sql<{ shopId: number; reason: string | undefined }>(`
  UPDATE shops SET suspended_reason = :reason::text,
    suspended_at = CASE WHEN :reason::text IS NOT NULL THEN coalesce(suspended_at, now()) END
  WHERE id = :shopId`);
