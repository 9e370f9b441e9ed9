import { one, run, sql } from '../../db/database.ts';

type OfHelp = { shopId: number; actorId: number };

/** The newest activity of a shop, to compare with when a change of a helping operator is done. */
export async function readLastActivity(shopId: number): Promise<number> {
  return (await one(LAST, { shopId }))?.id ?? 0;
}

const LAST = sql<{ shopId: number }, { id: number | null }>(
  'SELECT max(id) AS id FROM activity_log WHERE shop_id = :shopId',
  'last-activity',
);

/**
 * Records a request by which an operator has changed something while helping a shop, unless the change itself has recorded an
 * activity of theirs since the one of the id `since`. So whatever an operator changes is in the activity of the shop.
 */
export async function recordHelp(help: OfHelp & { since: number; subject: string; request: string }): Promise<void> {
  await run(RECORD, help);
}

const RECORD = sql<OfHelp & { since: number; subject: string; request: string }>(
  `INSERT INTO activity_log (shop_id, actor_id, action, subject, after)
   SELECT :shopId, :actorId, 'shop.helped', :subject, jsonb_build_object('request', :request::text)
   WHERE NOT EXISTS (
     SELECT FROM activity_log WHERE shop_id = :shopId AND actor_id = :actorId AND id > :since
   )`,
  'record-help',
);
