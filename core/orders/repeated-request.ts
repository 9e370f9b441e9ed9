import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { run, sql } from '../db/database.ts';
import { OrderAction } from '../db/orders.models.ts';
import { DomainError } from '../errors.ts';

type Action = {
  userId: number;
  orderId: number;
  /** The idempotency key; without one, every request counts. */
  key: string | undefined;
  /** The requested action, which must be the same for all requests with one key. */
  body: unknown;
};

/**
 * Whether the transaction is the first with this key. The first one performs the action, and its commit stores the key. A
 * concurrent request with the same key waits. Throws `idempotency_conflict` for a key that was used for something else.
 */
export async function isFirstRequest(client: PoolClient, { userId, orderId, key, body }: Action): Promise<boolean> {
  if (key === undefined) return true;
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  const request = { userId, key, orderId, bodyHash };
  if ((await run(TAKE_KEY, request, client)) === 1) return true;
  const earlier = await OrderAction.query(client).findById([userId, key]);
  if (earlier?.orderId !== orderId || earlier.bodyHash !== bodyHash)
    throw new DomainError('idempotency_conflict', 'This Idempotency-Key was used for another request.');
  return false;
}

const TAKE_KEY = sql<{ userId: number; key: string; orderId: number; bodyHash: string }>(`
  INSERT INTO order_actions (user_id, key, order_id, body_hash)
  SELECT :userId::bigint, :key::text, id, :bodyHash::text FROM orders WHERE id = :orderId::bigint
  ON CONFLICT (user_id, key) DO NOTHING`);
