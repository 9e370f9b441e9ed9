import pg from 'pg';
import { startEmbeddedPostgres } from '../../../tools/embedded-postgres/start-embedded-postgres.ts';

/** The times of one order, by table; those of the other tests' orders stay as they are. */
const TIMES = {
  orders: ['created_at', 'accept_by', 'unanswered_from', 'remind_at', 'promised_at'],
  order_events: ['at'],
  notifications: ['created_at'],
  cancellation_requests: ['requested_at', 'answer_by'],
  order_proposals: ['proposed_at', 'answer_by'],
};

/** Makes an order older by these minutes, as if the clock of the server had moved on; what is due by then the worker does soon. */
export async function letTimePass(orderNumber: string, minutes: number): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir: process.env.E2E_DATA_DIR ?? '' });
  const client = new pg.Client({ connectionString: postgres.url('haat') });
  await client.connect();
  try {
    for (const [table, columns] of Object.entries(TIMES)) {
      const earlier = columns.map((column) => `${column} = ${column} - make_interval(mins => $2)`).join(', ');
      const key = table === 'orders' ? 'id' : 'order_id';
      await client.query(`UPDATE ${table} SET ${earlier} WHERE ${key} = $1`, [Number(orderNumber.slice(1)), minutes]);
    }
  } finally {
    await client.end();
  }
}
