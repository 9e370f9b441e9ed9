import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { database } from '@haat/core/db/database';
import { readPidFile } from '../../scripts/embedded-postgres/pid-file.ts';
import { patiently } from './patiently.ts';
import type { Kept } from './kept-program.ts';

/** The embedded PostgreSQL, whose keeper starts it again by itself and at once. */
export function keptPostgres(dataDir: string): Pick<Kept, 'kill'> {
  const serverOf = () => readPidFile(join(dataDir, 'pg18'));
  return {
    async kill() {
      const killed = serverOf()?.pid;
      if (!killed) throw new Error('PostgreSQL does not run');
      process.kill(killed, 'SIGKILL');
      while (serverOf()?.pid === killed || serverOf()?.status !== 'ready') await pause(25);
      await patiently(() => database().pool.query('SELECT 1'));
    },
  };
}
