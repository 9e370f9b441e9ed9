import { copyFile, cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { baseBackup, CLUSTER_FILE } from './base-backup.ts';
import { type Account, findLocation } from '../embedded-postgres/location.ts';
import { UserError } from '../lib/problem.ts';

type From = { databaseUrl: string; uploadsDir: string; into: string };
type Backup = { folder: string; pictures: number };

const UPLOADS_FOLDER = 'uploads';

/**
 * Backs up the database and the pictures into a new folder of `into`, while both are being used; answers the folder, which
 * appears under its name when all of it is there, and how many pictures are in it. What failed leaves nothing behind. Pictures are copied before the database and those that came meanwhile after
 * it, so that every picture that the copy of the database names is there.
 */
export async function backUp({ databaseUrl, uploadsDir, into }: From): Promise<Backup> {
  const folder = join(into, `haat-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  const unfinished = `${folder}.unfinished`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  try {
    const copied = join(unfinished, UPLOADS_FOLDER);
    await copyPictures(uploadsDir, copied);
    await baseBackup(databaseUrl, unfinished);
    const pictures = await copyPictures(uploadsDir, copied);
    await rename(unfinished, folder);
    return { folder, pictures };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
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
 * Makes the database and the pictures of a backup those of `dataDir`, which must not have a database yet: nothing is ever
 * overwritten. The next start of the database reads the rest of the log that came with it. Throws a UserError.
 */
export async function restore({ from, dataDir, uploadsDir }: Restoring): Promise<void> {
  const archive = join(from, CLUSTER_FILE);
  if (!existsSync(archive)) throw new UserError(`${from} is not a complete backup: ${CLUSTER_FILE} is missing.`);
  const { cluster, account } = findLocation(dataDir, () => {});
  if (existsSync(cluster))
    throw new UserError(
      `There is a database in ${cluster}. Move it away, or choose another folder: HAAT_DATA_DIR=… npm run restore`,
    );
  mkdirSync(cluster, { mode: 0o700 });
  const run = spawnSync('tar', ['-xzf', archive, '-C', cluster], { encoding: 'utf8' });
  if (run.status !== 0) throw new UserError(`The backup cannot be unpacked: ${run.error?.message ?? run.stderr}`);
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
    throw new UserError(`The owner of the restored files cannot be set: ${run.error?.message ?? run.stderr}`);
}
