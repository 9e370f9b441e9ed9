import type { ActivityKind } from '@haat/contract/rules/activity';
import { database } from '../../db/database.ts';

const DEFAULT_LIMIT = 50;
const CAP = 200;

type Fields = Record<string, unknown> | null;

export type ActivityRow = {
  id: number;
  at: Date;
  action: string;
  actorId: number | null;
  actorName: string | null;
  subject: string | null;
  before: Fields;
  after: Fields;
};

type Page = { limit?: number | undefined; after?: number | undefined };
type Request = Page & { shopId: number; by?: number | undefined; kind?: ActivityKind | undefined };

/**
 * Who changed what in a shop, newest first, from the row after `after` on: 50, or `limit` up to 200. `by`: what this user
 * did; `kind`: what is about that.
 */
export async function listActivity({ shopId, by, kind, ...page }: Request): Promise<ActivityRow[]> {
  const values = [shopId, page.after, limitOf(page), by, kind];
  const { rows } = await database().pool.query<ActivityRow>({ name: 'list-activity', text: OF_SHOP, values });
  return rows;
}

export type OperatorActivityRow = ActivityRow & { shopId: number; slug: string; shopName: string | null };

/** Which shops were created, suspended and resumed, and by whom, newest first; paged alike. */
export async function listOperatorActivity(page: Page): Promise<OperatorActivityRow[]> {
  const { rows } = await database().pool.query<OperatorActivityRow>({
    name: 'list-operator-activity',
    text: OF_OPERATOR,
    values: [page.after, limitOf(page)],
  });
  return rows;
}

const limitOf = ({ limit = DEFAULT_LIMIT }: Page): number => Math.min(limit, CAP);

const COLUMNS = `a.id, a.at, a.action, a.actor_id AS "actorId",
    coalesce(nullif(u.name, ''), u.email) AS "actorName", a.subject, a.before, a.after`;

const OF_SHOP = `
  SELECT ${COLUMNS}
  FROM activity_log a LEFT JOIN users u ON u.id = a.actor_id
  WHERE a.shop_id = $1 AND ($2::bigint IS NULL OR a.id < $2) AND ($4::bigint IS NULL OR a.actor_id = $4)
    AND ($5::text IS NULL OR split_part(a.action, '.', 1) = $5)
  ORDER BY a.id DESC LIMIT $3`;

const OF_OPERATOR = `
  SELECT ${COLUMNS}, h.id AS "shopId", h.slug, h.name AS "shopName"
  FROM activity_log a JOIN shops h ON h.id = a.shop_id LEFT JOIN users u ON u.id = a.actor_id
  WHERE a.action IN ('shop.created', 'shop.suspended', 'shop.resumed') AND ($1::bigint IS NULL OR a.id < $1)
  ORDER BY a.id DESC LIMIT $2`;
