import pg from 'pg';
import { doneMigrations } from '@haat/core/db/migrate';
import { UserError } from '../lib/problem.ts';

/** What shows an operator that the right database is backed up. */
export type Orders = { count: number; newest: { number: string; at: Date } | undefined };

/** The orders of the database at `url`. Throws a UserError where the database is not Haat's, or its user may not back it up. */
export async function readOrders(url: string): Promise<Orders> {
  const client = new pg.Client({ connectionString: url, application_name: 'haat-backup' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { host, pathname } = new URL(url);
    if ((await doneMigrations(client)).length === 0)
      throw new UserError(`The database ${host}${pathname} has no tables of Haat. Check DATABASE_URL.`);
    const { rows: roles } = await client.query<{ name: string; may: boolean }>(
      'SELECT quote_ident(rolname) AS name, rolsuper OR rolreplication AS may FROM pg_roles WHERE rolname = current_user',
    );
    if (roles[0]?.may === false)
      throw new UserError(
        `The user ${roles[0].name} may not back up the cluster. As a superuser: ALTER ROLE ${roles[0].name} REPLICATION. Where ` +
          'that is impossible, use the snapshots of your provider, or pg_dump (docs/operations.md).',
      );
    const { rows } = await client.query<{ count: string; number: string | null; at: Date | null }>(
      `SELECT count(*)::text AS count, (SELECT order_number FROM orders ORDER BY id DESC LIMIT 1) AS number, max(created_at) AS at
       FROM orders`,
    );
    const { count = '0', number = null, at = null } = rows[0] ?? {};
    return { count: Number(count), newest: number !== null && at !== null ? { number, at } : undefined };
  } finally {
    await client.end();
  }
}
