import type { OrderEventKind } from '@haat/contract/orders/order-events';
import type { OrderActor, OrderReason } from '@haat/contract/orders/order-reasons';
import { type Connection, run, sql } from '../db/database.ts';

/** Who does something to an order; the clock has neither an account nor a session. */
export type EventActor = { actor: OrderActor; actorId: number | null; sessionId?: string | undefined };

type OrderEventRow = EventActor & {
  orderId: number;
  /** A change of status is recorded with it, by `changeStatus`. */
  kind: Exclude<OrderEventKind, 'status'>;
  reason?: OrderReason;
  /** Ids and sums in paise; never a name, an address or a text. */
  details?: Record<string, number | string | number[] | boolean>;
};

/** Records, in the transaction that does it, what happened to an order beside its changes of status. */
export async function recordOrderEvent(on: Connection, event: OrderEventRow): Promise<void> {
  const { sessionId, reason, details, ...who } = event;
  await run(RECORD, { ...who, sessionId, reason, details: details && JSON.stringify(details) }, on);
}

const RECORD = sql<
  Omit<OrderEventRow, 'details' | 'sessionId' | 'reason'> & {
    sessionId: string | undefined;
    reason: OrderReason | undefined;
    details: string | undefined;
  }
>(
  `
  INSERT INTO order_events (order_id, kind, actor, actor_id, actor_shop_id, device, revision, reason, details)
  SELECT o.id, :kind::text, :actor::text, :actorId::bigint, CASE WHEN :actor::text = 'shop' THEN o.shop_id END,
    (SELECT s.device FROM sessions s WHERE s.id = :sessionId::uuid), o.revision, :reason::text, :details::jsonb
  FROM orders o WHERE o.id = :orderId::bigint`,
);
