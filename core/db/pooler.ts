import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type pg from 'pg';

const ARRIVES_WITHIN_MS = 3_000;

/**
 * Whether a pooler answers between this client and PostgreSQL: the process that the connection was opened to is then not the
 * one that executes its statements.
 */
export async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  // Missing in the types of pg: the process id that the server sent for cancelling.
  return rows[0]?.pid !== (client as pg.Client & { processID: number | null }).processID;
}

/**
 * Whether `client` receives notifications, as it does from PostgreSQL itself and through a pooler in session mode. In transaction
 * mode LISTEN succeeds without any effect, so a notification is sent by `sender`; a missing one takes three seconds.
 */
export async function canListen(client: pg.Client, sender: Pick<pg.ClientBase, 'query'> | pg.Pool): Promise<boolean> {
  if (!(await isPooled(client))) return true;
  const channel = `haat_probe_${randomBytes(6).toString('hex')}`;
  const arrived = once(client, 'notification', { signal: AbortSignal.timeout(ARRIVES_WITHIN_MS) }).then(
    () => true,
    () => false,
  );
  await client.query(`LISTEN ${channel}`);
  await sender.query('SELECT pg_notify($1, $2)', [channel, '']);
  const hasArrived = await arrived;
  await client.query(`UNLISTEN ${channel}`);
  return hasArrived;
}
