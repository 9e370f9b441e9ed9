import type { ProblemState } from '@haat/contract/orders/order-problems';
import type { OrderActor } from '@haat/contract/orders/order-reasons';
import type { PoolClient } from 'pg';
import { one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { getActors, lockOrder, type LockedOrder } from '../lock-order.ts';

/** A problem and its order, whose row is locked until the transaction ends: both change under that lock only. */
export type LockedProblem = {
  id: number;
  orderId: number;
  state: ProblemState;
  order: LockedOrder;
  /** The roles in which the session may act. */
  actors: OrderActor[];
};

/** Throws not_found, also for problems that the session may not see. */
export async function lockProblem(client: PoolClient, problemId: number, by: Session): Promise<LockedProblem> {
  const found = await one(FIND_ORDER, { problemId }, client);
  const order = found && (await lockOrder(client, found.orderId));
  // After the lock: a statement that waits for a row reads the other tables as they were before the wait.
  const problem = order && (await one(READ_PROBLEM, { problemId }, client));
  const actors = order ? getActors(order, by) : [];
  if (!order || !problem || actors.length === 0) throw new DomainError('not_found', 'Problem not found');
  return { ...problem, order, actors };
}

const FIND_ORDER = sql<{ problemId: number }, { orderId: number }>(
  'SELECT order_id FROM order_problems WHERE id = :problemId',
);
const READ_PROBLEM = sql<{ problemId: number }, Pick<LockedProblem, 'id' | 'orderId' | 'state'>>(
  'SELECT id, order_id, state FROM order_problems WHERE id = :problemId',
);
