import type { ActivityAction } from '@haat/contract/rules/activity';
import type { PoolClient } from 'pg';

export type Activity = {
  shopId: number;
  /** Nobody for what is done on the machine itself. */
  actorId: number | null;
  action: ActivityAction;
  /** What it was done to, as people call it: a product's name, a member's email. */
  subject?: string | undefined;
  /** Only what differs, field by field; undefined for what came into being or went away. */
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
};

/** Adds a row to the shop's activity log, in the transaction of the change itself: neither stands without the other. */
export async function recordActivity(client: Pick<PoolClient, 'query'>, activity: Activity): Promise<void> {
  const { shopId, actorId, action, subject, before, after } = activity;
  await client.query({
    name: 'record-activity',
    text: `INSERT INTO activity_log (shop_id, actor_id, action, subject, before, after) VALUES ($1, $2, $3, $4, $5, $6)`,
    values: [shopId, actorId, action, subject, before && JSON.stringify(before), after && JSON.stringify(after)],
  });
}

type Fields = Record<string, unknown>;

/** Those fields of two states of one thing that differ, as `before` and `after` of an activity; undefined when none does. */
export function differences(from: Fields, to: Fields): { before: Fields; after: Fields } | undefined {
  const changed = Object.keys(to).filter((key) => JSON.stringify(from[key]) !== JSON.stringify(to[key]));
  if (changed.length === 0) return undefined;
  const only = (fields: Fields) => Object.fromEntries(changed.map((key) => [key, fields[key] ?? null]));
  return { before: only(from), after: only(to) };
}
