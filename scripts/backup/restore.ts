import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from '../embedded-postgres/account.ts';
import { findPlace } from '../embedded-postgres/place.ts';
import { Problem } from '../lib/problem.ts';
import { UPLOADS_FOLDER } from './back-up.ts';
import { CLUSTER_FILE } from './base-backup.ts';

type Restoring = { from: string; dataDir: string; uploadsDir: string };

/**
 * Makes the database and the pictures of a backup those of `dataDir`, which must not have a database yet: nothing is ever
 * overwritten. The next start of the database reads the rest of the log that came with it. Throws a Problem.
 */
export async function restore({ from, dataDir, uploadsDir }: Restoring): Promise<void> {
  const archive = join(from, CLUSTER_FILE);
  if (!existsSync(archive)) throw new Problem(`${from} is no finished backup: it has no ${CLUSTER_FILE}.`);
  const { cluster, account } = findPlace(dataDir, () => {});
  if (existsSync(cluster))
    throw new Problem(
      `There is a database in ${cluster}. Move it away, or name another folder: HAAT_DATA_DIR=… npm run restore`,
    );
  mkdirSync(cluster, { mode: 0o700 });
  const run = spawnSync('tar', ['-xzf', archive, '-C', cluster], { encoding: 'utf8' });
  if (run.status !== 0) throw new Problem(`The backup cannot be unpacked: ${run.error?.message ?? run.stderr}`);
  chmodSync(cluster, 0o700);
  own(cluster, account);
  const pictures = join(from, UPLOADS_FOLDER);
  if (existsSync(pictures)) await cp(pictures, uploadsDir, { recursive: true, force: false });
}

// Root may restore what another account made on another machine.
function own(cluster: string, { uid, gid }: Account): void {
  if (uid === undefined || gid === undefined) return;
  const run = spawnSync('chown', ['-R', `${uid}:${gid}`, cluster], { encoding: 'utf8' });
  if (run.status !== 0)
    throw new Problem(`The restored files cannot be given to their account: ${run.error?.message ?? run.stderr}`);
}
