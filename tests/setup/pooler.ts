import { findEngines } from '../servers/engines.ts';
import { type PgBouncer, startPgBouncer } from '../servers/pgbouncer.ts';

/** The project of vitest.config.ts that runs the server tests through PgBouncer: `npm run test:pooler`. */
export const THROUGH_POOLER = 'pooler';

// Fewer connections than one program opens, so that they are shared. Each file has a database, whose connections soon end.
const SETTINGS = { default_pool_size: 4, server_idle_timeout: 10 };

/** PgBouncer in front of the server with the databases of the tests. Throws where it cannot run. */
export async function startTestPooler(serverUrl: string): Promise<PgBouncer> {
  const found = await findEngines();
  if ('missing' in found) throw new Error(`PgBouncer cannot run here: ${found.missing}`);
  return startPgBouncer(found.engines, { serverUrl, settings: SETTINGS });
}
