import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { accountFor, spawnOptions, type Account } from './account.ts';
import { binariesVersion, installedBinaries, program } from './binaries.ts';
import { explain, Problem } from '../lib/problem.ts';

/** Where the binaries and the cluster are, and who runs them. */
export type Place = { binaries: string; cluster: string; account: Account };

const CLUSTER = 'pg18';
const SHARED_HOME = '/var/lib/haat';

/**
 * Finds the place for the server of `dataDir`: there, unless root starts us and the lent account cannot get in
 * (a checkout under /root, say); then binaries and cluster live under /var/lib/haat.
 */
export function findPlace(dataDir: string, log: (line: string) => void): Place {
  const binaries = installedBinaries();
  makeFolder(dataDir);
  const account = accountFor(join(dataDir, CLUSTER));
  if (canUse(account, binaries, dataDir)) return { binaries, cluster: join(dataDir, CLUSTER), account };
  const home = join(SHARED_HOME, createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12));
  makeFolder(SHARED_HOME);
  makeFolder(home);
  log(`The account that runs PostgreSQL cannot enter ${dataDir}: the data is in ${home}`);
  const shared = copyBinaries(binaries);
  return { binaries: shared, cluster: join(home, CLUSTER), account: accountFor(join(home, CLUSTER)) };
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    if (folder.startsWith(SHARED_HOME)) chmodSync(folder, 0o755); // whatever the umask is
  } catch (error) {
    throw explain(error, folder);
  }
}

function canUse(account: Account, binaries: string, dataDir: string): boolean {
  const options = spawnOptions(account);
  const version = spawnSync(program(binaries, 'postgres'), ['--version'], { ...options, encoding: 'utf8' });
  if (account.uid === undefined) return reportUnusable(version, binaries);
  return version.status === 0 && spawnSync('test', ['-x', dataDir], options).status === 0;
}

function reportUnusable(version: { status: number | null; error?: Error; stderr: string }, binaries: string): true {
  if (version.status === 0) return true;
  const reason = version.error?.message ?? version.stderr;
  throw new Problem(
    `The PostgreSQL binaries in ${binaries} do not run here (${reason.trim()}). They need glibc 2.27 or newer (not Alpine) and a disk mounted without "noexec". Set DATABASE_URL to a PostgreSQL 18 of your own.`,
  );
}

function copyBinaries(binaries: string): string {
  const shared = join(SHARED_HOME, `pg-${binariesVersion(binaries)}`);
  if (existsSync(shared)) return shared;
  const copy = `${shared}.${process.pid}`;
  try {
    cpSync(binaries, copy, { recursive: true, verbatimSymlinks: true });
    chmodSync(copy, 0o755);
    renameSync(copy, shared); // all or nothing, also when two do it at once
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    if (!existsSync(shared)) throw explain(error, SHARED_HOME);
  }
  return shared;
}
