import { database } from '@haat/core/db/database';
import type { Figure } from './print-table.ts';

/** Everything that an order of three lines writes when it is placed. */
const TABLES = ['orders', 'order_items', 'stock_ledger', 'notifications', 'order_requests', 'outbox'];

/** How much of the disk an order takes in the database, indexes included, over all that this bench has placed. */
export async function measureRoom(): Promise<Figure[]> {
  const { rows } = await database().pool.query<{ orders: number; bytes: number }>(
    `SELECT (SELECT count(*) FROM orders) AS orders, sum(pg_total_relation_size(name::regclass))::bigint AS bytes
     FROM unnest($1::text[]) name`,
    [TABLES],
  );
  const { orders, bytes } = rows[0] ?? { orders: 0, bytes: 0 };
  const figure = `${(bytes / orders / 1024).toFixed(2)} KB   (${orders} orders)`;
  return [{ what: 'an order of three lines', figure, floor: '', goal: '', reached: true }];
}
