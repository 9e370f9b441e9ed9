import { one, run, sql } from '../../db/database.ts';

type OfHelp = { shopId: number; actorId: number };

/** The newest activity of all shops, to compare with when a change of a helping operator is done. */
export async function readLastActivity(): Promise<number> {
  return (await one(LAST, {}))?.id ?? 0;
}

const LAST = sql<object, { id: number | null }>('SELECT max(id) AS id FROM activity_log', 'last-activity');

/** `orderId`: of a request about an order. `since`: what `readLastActivity` returned before it. */
type Help = OfHelp & { orderId: number | undefined; since: number; subject: string; request: string };

/**
 * Records a request by which an operator has changed something while helping a shop, unless the change itself has recorded an
 * activity of theirs since the one of the id `since`. This way the activity of the shop has every change of an operator.
 * Orders of other shops, and orders that the operator placed as a customer, do not belong to it.
 */
export async function recordHelp(help: Help): Promise<void> {
  await run(RECORD, help);
}

// What is changed in another shop is recorded there.
const RECORD = sql<Help>(
  `INSERT INTO activity_log (shop_id, actor_id, action, subject, after)
   SELECT :shopId, :actorId, 'shop.helped', :subject, jsonb_build_object('request', :request::text)
   WHERE NOT EXISTS (SELECT FROM activity_log WHERE actor_id = :actorId AND id > :since)
     AND (:orderId::bigint IS NULL OR EXISTS (
       SELECT FROM orders o WHERE o.id = :orderId AND o.shop_id = :shopId AND o.user_id IS DISTINCT FROM :actorId))`,
  'record-help',
);
