import type { ProblemMessageKind } from '@haat/contract/orders/order-problems';
import type { OrderActor } from '@haat/contract/orders/order-reasons';
import type { PoolClient } from 'pg';
import { run, sql } from '../../db/database.ts';
import { OrderProblemMessage } from '../../db/orders.models.ts';
import { type EventActor, recordOrderEvent } from '../../activity/record-order-event.ts';

type NewMessage = {
  problemId: number;
  kind: ProblemMessageKind;
  actor: OrderActor;
  actorId: number;
  text: string | undefined;
};

/** Adds an entry to the thread of a problem. */
export async function addMessage(client: PoolClient, message: NewMessage): Promise<void> {
  await OrderProblemMessage.query(client).insert(message);
}

/** Records that the shop or the operator looks at a problem, which is open and whose order the transaction has locked. */
export async function markAcknowledged(
  client: PoolClient,
  { problemId, orderId, ...who }: EventActor & { problemId: number; orderId: number },
): Promise<void> {
  await run(ACKNOWLEDGE, { problemId }, client);
  await recordOrderEvent(client, { orderId, kind: 'problem_acknowledged', ...who, details: { problem: problemId } });
}

const ACKNOWLEDGE = sql<{ problemId: number }>(`
  UPDATE order_problems SET state = 'acknowledged', acknowledged_at = now(), remind_at = solve_by - interval '5 days'
  WHERE id = :problemId AND state = 'open'`);
