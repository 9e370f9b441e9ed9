import { copyFile, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { baseBackup, CLUSTER_FILE } from './base-backup.ts';
import { type Account, EMBEDDED_MAJOR, findLocation } from '../embedded-postgres/location.ts';
import { UserError } from '../lib/problem.ts';
import { type Orders, readOrders } from './read-orders.ts';
import { type Verified, verifyBackup } from './verify-backup.ts';

type From = {
  databaseUrl: string;
  uploadsDir: string;
  into: string;
  /** The data folder of an embedded installation, whose secret belongs to its data. */
  dataDir?: string | undefined;
};
type Backup = { folder: string; pictures: number; orders: Orders };

const UPLOADS_FOLDER = 'uploads';
const SECRET_FILE = 'jwt-secret';

/**
 * Backs up the database and the pictures into a new folder of `into`, while both are being used, and verifies the copy. The
 * folder appears under its name when it is complete; a failed backup leaves nothing behind. Pictures are copied before the
 * database, and newly added ones after it, so that the backup has every picture that the copy of the database names. `orders`:
 * the orders before the backup. Throws a UserError for a database that is not Haat's, and for a user who may not back it up.
 */
export async function backUp({ databaseUrl, uploadsDir, into, dataDir }: From): Promise<Backup> {
  const orders = await readOrders(databaseUrl);
  const folder = join(into, `haat-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  const unfinished = `${folder}.unfinished`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const copied = join(unfinished, UPLOADS_FOLDER);
    await copyPictures(uploadsDir, copied);
    await baseBackup(databaseUrl, unfinished);
    const pictures = await copyPictures(uploadsDir, copied);
    if (dataDir) await copySecret(dataDir, unfinished);
    await verifyBackup(unfinished);
    await rename(unfinished, folder);
    return { folder, pictures, orders };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Of an installation whose secret npm start has made; another one has it in its settings. */
async function copySecret(from: string, into: string): Promise<void> {
  await copyFile(join(from, SECRET_FILE), join(into, SECRET_FILE), constants.COPYFILE_EXCL).catch(
    unless('ENOENT', 'EEXIST'),
  );
}

/**
 * Copies the pictures of the folder `from` that `into` does not have yet, while others are added and removed; answers how many
 * `into` has then. A picture never changes under its name, and one that is still being written has a name with a dot.
 */
export async function copyPictures(from: string, into: string): Promise<number> {
  const found = (await readdir(from, { withFileTypes: true }).catch(unless('ENOENT'))) ?? [];
  await mkdir(into, { recursive: true, mode: 0o700 });
  for (const entry of found.filter((one) => one.isFile() && !one.name.startsWith('.'))) {
    const copying = copyFile(join(from, entry.name), join(into, entry.name), constants.COPYFILE_EXCL);
    await copying.catch(unless('ENOENT', 'EEXIST'));
  }
  return (await readdir(into)).length;
}

const unless =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? '')) throw error;
  };

type Restoring = { from: string; dataDir: string; uploadsDir: string };

/**
 * Restores the database of a backup into `dataDir`, which must not have one yet, and its pictures into `uploadsDir`. Nothing is
 * ever overwritten. A failed restore removes the database again, and the pictures if there was no folder of them before. The
 * next start of the database reads the rest of the log that came with it. Throws a UserError.
 */
export async function restore({ from, dataDir, uploadsDir }: Restoring): Promise<Verified> {
  const verified = await verifyBackup(from);
  if (verified.postgresVersion !== EMBEDDED_MAJOR)
    throw new UserError(
      `This backup is of PostgreSQL ${verified.postgresVersion || 'of an unknown version'}, and npm run restore is for the ` +
        `embedded PostgreSQL ${EMBEDDED_MAJOR}. Restore it into a PostgreSQL ${verified.postgresVersion} of your own ` +
        '(docs/operations.md), and move the data with pg_dump and pg_restore.',
    );
  const { cluster, account } = findLocation(dataDir, () => {});
  if (existsSync(cluster))
    throw new UserError(
      `There is a database in ${cluster}. Move it away, or choose another folder: HAAT_DATA_DIR=… npm run restore`,
    );
  const hadPictures = existsSync(uploadsDir);
  try {
    unpack(join(from, CLUSTER_FILE), cluster);
    own(cluster, account);
    const pictures = join(from, UPLOADS_FOLDER);
    if (existsSync(pictures)) await cp(pictures, uploadsDir, { recursive: true, force: false });
    await copySecret(from, dataDir);
  } catch (error) {
    await rm(cluster, { recursive: true, force: true });
    if (!hadPictures) await rm(uploadsDir, { recursive: true, force: true });
    throw error;
  }
  return verified;
}

function unpack(archive: string, cluster: string): void {
  mkdirSync(cluster, { mode: 0o700 });
  const run = spawnSync('tar', ['-xzf', archive, '-C', cluster], { encoding: 'utf8' });
  if (run.status !== 0) throw new UserError(`The backup cannot be unpacked: ${run.error?.message ?? run.stderr}`);
  chmodSync(cluster, 0o700);
}

// Root may restore what another account made on another machine.
function own(cluster: string, { uid, gid }: Account): void {
  if (uid === undefined || gid === undefined) return;
  const run = spawnSync('chown', ['-R', `${uid}:${gid}`, cluster], { encoding: 'utf8' });
  if (run.status !== 0)
    throw new UserError(`The owner of the restored files cannot be set: ${run.error?.message ?? run.stderr}`);
}
