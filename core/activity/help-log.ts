import { run, sql } from '../db/database.ts';

type OfHelp = { shopId: number; actorId: number };

/** `orderId`, `problemId`: of a request about an order, or about a problem with one. */
type Help = OfHelp & { orderId: number | undefined; problemId: number | undefined; subject: string; request: string };

/**
 * Records a request by which an operator has changed something while helping a shop, where the change itself has recorded nothing
 * (`observeActivity`). This way the activity of the shop has every change of an operator. Orders of other shops, and orders that
 * the operator placed as a customer, do not belong to it.
 */
export async function recordHelp(help: Help): Promise<void> {
  await run(RECORD, help);
}

// Changes in another shop are recorded there.
const RECORD = sql<Help>(
  `INSERT INTO activity_log (shop_id, actor_id, action, subject, after)
   SELECT :shopId, :actorId, 'shop.helped', :subject, jsonb_build_object('request', :request::text)
   WHERE (:orderId::bigint IS NULL OR EXISTS (
       SELECT FROM orders o WHERE o.id = :orderId AND o.shop_id = :shopId AND o.user_id IS DISTINCT FROM :actorId))
     AND (:problemId::bigint IS NULL OR EXISTS (
       SELECT FROM order_problems p JOIN orders o ON o.id = p.order_id
       WHERE p.id = :problemId AND o.shop_id = :shopId AND o.user_id IS DISTINCT FROM :actorId))`,
);
