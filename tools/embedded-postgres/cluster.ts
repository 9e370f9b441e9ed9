import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { spawnOptions, type Account, EMBEDDED_MAJOR, program, type Location } from './location.ts';
import { UserError } from '../lib/problem.ts';
import { isAlive } from '../bootstrap/lock.mjs';

const PASSWORD_FILE = 'haat.password';

/** Makes the cluster when there is none; throws a UserError when there is one of another PostgreSQL version. */
export function ensureCluster(place: Location): void {
  removeHalfMade(place.cluster);
  if (!existsSync(join(place.cluster, 'PG_VERSION'))) create(place);
  const version = readFileSync(join(place.cluster, 'PG_VERSION'), 'utf8').trim();
  if (version === EMBEDDED_MAJOR) return;
  throw new UserError(
    `${place.cluster} was made by PostgreSQL ${version}, this is PostgreSQL ${EMBEDDED_MAJOR}. Move that folder away to start with an empty database, or keep it and set HAAT_DATA_DIR to another folder. To keep the data, dump it with PostgreSQL ${version} (pg_dump) and load the dump into the new one.`,
  );
}

/** The superuser's password of the cluster. */
export const clusterPassword = (cluster: string): string => readFileSync(join(cluster, PASSWORD_FILE), 'utf8');

// The cluster appears under its name only when it is complete: a kill in the middle or two simultaneous starts do no harm.
function create(place: Location): void {
  const stage = `${place.cluster}.${process.pid}`;
  const password = randomBytes(18).toString('base64url');
  try {
    mkdirSync(stage, { mode: 0o700 });
    own(stage, place.account);
    initialise(place, stage, password);
    // Inside the cluster, so that who loses the race for the name loses its password with it.
    writeSecret(join(stage, PASSWORD_FILE), password, place.account);
    takeName(stage, place.cluster);
  } finally {
    rmSync(stage, { recursive: true, force: true });
    rmSync(`${stage}.password`, { force: true });
  }
}

function initialise({ binaries, account }: Location, stage: string, password: string): void {
  writeSecret(`${stage}.password`, password, account);
  const who = [`--pgdata=${stage}`, '--username=postgres', `--pwfile=${stage}.password`, '--auth=scram-sha-256'];
  // The builtin provider sorts and folds the same on every host, whatever locales it has.
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const run = spawnSync(program(binaries, 'initdb'), [...who, ...locale, '--no-instructions'], {
    ...spawnOptions(account),
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(run.error?.message ?? run.stderr);
}

function takeName(stage: string, cluster: string): void {
  try {
    renameSync(stage, cluster);
  } catch (error) {
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  }
}

function removeHalfMade(cluster: string): void {
  const folder = dirname(cluster);
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(`${basename(cluster)}.`) && /\.(\d+)(\.password)?$/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

function writeSecret(path: string, secret: string, account: Account): void {
  writeFileSync(path, secret, { mode: 0o600 });
  own(path, account);
}

function own(path: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}
