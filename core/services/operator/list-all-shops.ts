import { database } from '../../db/database.ts';

const DEFAULT_LIMIT = 50;
const CAP = 200;

export type ListedShop = {
  id: number;
  slug: string;
  name: string | null;
  address: string | null;
  isPlatform: boolean;
  isPaused: boolean;
  suspendedFor: string | null;
  members: number;
  ordersToday: number;
};

type Request = {
  search?: string | undefined;
  slug?: string | undefined;
  limit?: number | undefined;
  after?: number | undefined;
};

/**
 * Every shop of the platform whose name, slug or address has the text in it, newest first, from the one after `after` on: 50,
 * or `limit` up to 200, or the one of that slug; with how many members each has and what was ordered there since midnight of its zone.
 */
export async function listAllShops({
  search = '',
  slug,
  limit = DEFAULT_LIMIT,
  after,
}: Request): Promise<ListedShop[]> {
  const values = [`%${escaped(search.trim())}%`, after, Math.min(limit, CAP), slug];
  const { rows } = await database().pool.query<ListedShop>({ name: 'list-all-shops', text: LIST, values });
  return rows;
}

/** One of them. Undefined when there is none of that id. */
export async function findListedShop({ id }: { id: number }): Promise<ListedShop | undefined> {
  const [shop] = await listAllShops({ after: id + 1, limit: 1 });
  return shop?.id === id ? shop : undefined;
}

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

const LIST = `
  SELECT h.id, h.slug, h.name, h.address, h.is_platform AS "isPlatform", h.paused_at IS NOT NULL AS "isPaused",
    CASE WHEN h.suspended_at IS NOT NULL THEN coalesce(h.suspended_reason, '') END AS "suspendedFor",
    (SELECT count(*) FROM shop_members m WHERE m.shop_id = h.id) AS members,
    (SELECT count(*) FROM orders o WHERE o.shop_id = h.id AND o.payment_status NOT IN ('awaiting', 'expired')
      AND o.created_at >= date_trunc('day', now(), h.time_zone)) AS "ordersToday"
  FROM shops h
  WHERE ($2::bigint IS NULL OR h.id < $2)
    AND ($4::text IS NULL OR lower(h.slug) = lower($4))
    AND (h.slug ILIKE $1 OR h.name ILIKE $1 OR h.address ILIKE $1)
  ORDER BY h.id DESC LIMIT $3`;
