import type { ProblemState } from '@haat/contract/orders/order-problems';
import type { OrderActor } from '@haat/contract/orders/order-reasons';
import type { PoolClient } from 'pg';
import { OrderProblem } from '../../db/orders.models.ts';
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
  const found = await OrderProblem.query(client).findById(problemId).select('orderId');
  const order = found && (await lockOrder(client, found.orderId));
  // After the lock: a statement that waits for a row reads the other tables as they were before the wait.
  const problem = order && (await OrderProblem.query(client).findById(problemId).select('id', 'orderId', 'state'));
  const actors = order ? getActors(order, by) : [];
  if (!order || !problem || actors.length === 0) throw new DomainError('not_found', 'Problem not found');
  const { id, orderId, state } = problem;
  return { id, orderId, state, order, actors };
}
