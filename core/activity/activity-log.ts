import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActivityAction, ActivityKind } from '@haat/contract/activity/activity';
import { type Connection, many, sql } from '../db/database.ts';
import { ERASED_NAME } from '../db/accounts.models.ts';
import { ActivityEntry } from '../db/activity.models.ts';

type Fields = Record<string, unknown>;

type Activity = {
  /** Null for actions on an account. */
  shopId: number | null;
  /** Null for actions on the machine itself. */
  actorId: number | null;
  action: ActivityAction;
  /** A readable name of the changed object, such as a product's name or a member's email. */
  subject?: string | undefined;
  /** Only the fields that differ; undefined when the object was created or removed. */
  before?: Fields | undefined;
  after?: Fields | undefined;
};

type Observed = { actorId: number; hasRecorded: boolean };

const observed = new AsyncLocalStorage<Observed>();

/** Runs a change, and says whether it has recorded an activity of this actor; others that run at the same time do not count. */
export async function observeActivity<Result>(
  actorId: number,
  change: () => Result | Promise<Result>,
): Promise<{ result: Result; hasRecorded: boolean }> {
  const observation: Observed = { actorId, hasRecorded: false };
  const result = await observed.run(observation, change);
  return { result, hasRecorded: observation.hasRecorded };
}

/** Adds a row to the shop's activity log, in the transaction of the change itself. */
export async function recordActivity(on: Connection, activity: Activity): Promise<void> {
  const observation = observed.getStore();
  if (observation && observation.actorId === activity.actorId) observation.hasRecorded = true;
  const { shopId, actorId, action, subject, before, after } = activity;
  await ActivityEntry.query(on).insert({ shopId, actorId, action, subject, before, after });
}

/** The fields that differ, as `before` and `after` of an activity; undefined when none does. */
export function differences(from: Fields, to: Fields): { before: Fields; after: Fields } | undefined {
  const changed = Object.keys(to).filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]));
  if (changed.length === 0) return undefined;
  const only = (fields: Fields) => Object.fromEntries(changed.map((key) => [key, fields[key] ?? null]));
  return { before: only(from), after: only(to) };
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

export type ActivityRow = {
  id: number;
  at: Date;
  action: string;
  actorId: number | null;
  actorName: string | null;
  /** The actor is an operator and no member of the shop. */
  byOperator: boolean;
  subject: string | null;
  before: Fields | null;
  after: Fields | null;
};

type Page = { limit?: number | undefined; after?: number | undefined };
type ShopPage = Page & { shopId: number; by?: number | undefined; kind?: ActivityKind | undefined };

/**
 * Who changed what in a shop, newest first, after the row with the id `after`: 50 rows, or `limit` up to 200. `by`: only
 * the changes of this user; `kind`: only actions of this kind.
 */
export const listActivity = ({ shopId, by, kind, ...page }: ShopPage): Promise<ActivityRow[]> =>
  many(OF_SHOP, { shopId, by, kind, ...rowsOf(page) });

/** Without a shop for actions on an account. */
export type OperatorActivityRow = ActivityRow & { shopId: number | null; slug: string | null; shopName: string | null };

/** Which shops were created, changed by an operator, suspended and resumed, which accounts blocked, which applications declined, how the shared catalog changed, and by whom, newest first; paged alike. */
export const listOperatorActivity = (page: Page): Promise<OperatorActivityRow[]> => many(OF_OPERATOR, rowsOf(page));

type Rows = { after: number | undefined; limit: number };

const rowsOf = ({ after, limit = DEFAULT_LIMIT }: Page): Rows => ({ after, limit: Math.min(limit, MAX_LIMIT) });

/** The name of the user `u` for the other members of a shop. */
export const ACTOR_NAME = `CASE WHEN u.deleted_at IS NULL THEN coalesce(nullif(u.name, ''), u.email, u.login_mobile)
     ELSE '${ERASED_NAME}' END`;

const BY_OPERATOR = `coalesce(u.is_platform_admin AND NOT EXISTS (
     SELECT FROM shop_members m WHERE m.user_id = u.id AND m.shop_id = a.shop_id), false)`;

const COLUMNS = `a.id, a.at, a.action, a.actor_id, ${ACTOR_NAME} AS actor_name, ${BY_OPERATOR} AS by_operator, a.subject, a.before, a.after`;

const OF_SHOP = sql<Rows & { shopId: number; by: number | undefined; kind: string | undefined }, ActivityRow>(
  `SELECT ${COLUMNS}
   FROM activity_log a LEFT JOIN users u ON u.id = a.actor_id
   WHERE a.shop_id = :shopId AND (:after::bigint IS NULL OR a.id < :after) AND (:by::bigint IS NULL OR a.actor_id = :by)
     AND (:kind::text IS NULL OR split_part(a.action, '.', 1) IN (:kind, :kind || 's'))
   ORDER BY a.id DESC LIMIT :limit`,
  { readFrom: 'replica' },
);

const OF_OPERATOR = sql<Rows, OperatorActivityRow>(
  `SELECT ${COLUMNS}, h.id AS shop_id, h.slug, h.name AS shop_name
   FROM activity_log a LEFT JOIN shops h ON h.id = a.shop_id LEFT JOIN users u ON u.id = a.actor_id
   WHERE a.action IN ('shop.created', 'shop.changed', 'shop.suspended', 'shop.resumed', 'account.blocked', 'account.unblocked', 'account.exported',
       'application.declined', 'announcement.sent', 'announcement.withdrawn',
       'catalog.added', 'catalog.changed', 'catalog.hidden', 'catalog.shown')
     AND (:after::bigint IS NULL OR a.id < :after)
   ORDER BY a.id DESC LIMIT :limit`,
  { readFrom: 'replica' },
);
