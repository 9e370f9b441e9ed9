import { expect } from '@playwright/test';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../tools/embedded-postgres/start-embedded-postgres.ts';

/** The times of one order, by table; the times of other tests' orders do not change. */
const TIMES = {
  orders: ['created_at', 'accept_by', 'unanswered_from', 'last_call_at', 'remind_at', 'promised_at'],
  order_events: ['at'],
  notifications: ['created_at'],
  cancellation_requests: ['requested_at', 'answer_by'],
  order_proposals: ['proposed_at', 'answer_by'],
};

/** Makes an order older by these minutes, as if the server's clock had moved on; the worker soon does the work due by then. */
export async function letTimePass(orderNumber: string, minutes: number): Promise<void> {
  await inDatabase(async (client) => {
    for (const [table, columns] of Object.entries(TIMES)) {
      const earlier = columns
        .map((column) => `${column} = ${column} - make_interval(secs => 60 * $2::double precision)`)
        .join(', ');
      const key = table === 'orders' ? 'id' : 'order_id';
      await client.query(`UPDATE ${table} SET ${earlier} WHERE ${key} = $1`, [Number(orderNumber.slice(1)), minutes]);
    }
  });
}

/** For how many minutes the shop can still accept an order. Waits until the worker has set its deadline. */
export async function timeLeft(orderNumber: string): Promise<number> {
  let minutes: number | null = null;
  await expect
    .poll(() => inDatabase(async (client) => (minutes = await readTimeLeft(client, orderNumber))), { timeout: 30_000 })
    .not.toBeNull();
  return minutes ?? 0;
}

async function readTimeLeft(client: pg.Client, orderNumber: string): Promise<number | null> {
  const { rows } = await client.query<{ minutes: number | null }>(
    'SELECT extract(epoch FROM accept_by - now())::double precision / 60 AS minutes FROM orders WHERE id = $1',
    [Number(orderNumber.slice(1))],
  );
  return rows[0]?.minutes ?? null;
}

async function inDatabase<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir: process.env.E2E_DATA_DIR ?? '' });
  const client = new pg.Client({ connectionString: postgres.url('haat') });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
