import { database } from '@haat/core/db/database';
import { lineArrays } from '@haat/core/services/orders/line-arrays';
import { PLACE_ORDER } from '@haat/core/services/orders/place-order.sql';
import { readWantedOrder } from '@haat/core/services/orders/wanted-order';
import pg from 'pg';
import { nextOrder } from './order-requests.ts';
import type { Stage } from './stage.ts';

/** Places orders by the api's own statement through bare pg for so long; answers how many per second. */
export async function placeBare(stage: Stage, connections: number, seconds: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: database().url, max: connections });
  const from = performance.now();
  const until = from + seconds * 1_000;
  let placed = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < until) {
      await pool.query({ name: 'place-order', text: PLACE_ORDER, values: valuesOf(stage) });
      placed++;
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const perSecond = placed / ((performance.now() - from) / 1_000);
  await pool.end();
  return perSecond;
}

/** Nothing of one measurement may be left to be done in the next, and the planner must know the tables as they are. */
export async function settle(): Promise<void> {
  const { pool } = database();
  await pool.query('update outbox set dispatched_at = now() where dispatched_at is null');
  await pool.query('delete from bullmq.job');
  await pool.query('vacuum analyze');
  await pool.query('checkpoint');
}

function valuesOf(stage: Stage): unknown[] {
  const { customer, body, key } = nextOrder(stage);
  const { lines, ...wanted } = readWantedOrder({ userId: customer.id, body, idempotencyKey: key });
  const request = [wanted.userId, wanted.key, wanted.bodyHash, wanted.totalPaise, wanted.takeaway];
  return [...lineArrays(lines), ...request, null, null, null, true, 'a few items'];
}
