import { existsSync } from 'node:fs';
import { cp, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { baseBackup } from './base-backup.ts';

type From = { databaseUrl: string; uploadsDir: string; into: string };

export const UPLOADS_FOLDER = 'uploads';

/**
 * Backs up the database and the pictures into a new folder of `into`, while both are being used; answers the folder, which
 * appears under its name when all of it is there. Pictures are copied before the database and those that came meanwhile after
 * it, so that every picture that the copy of the database names is there.
 */
export async function backUp({ databaseUrl, uploadsDir, into }: From): Promise<string> {
  const folder = join(into, `haat-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
  const unfinished = `${folder}.unfinished`;
  await mkdir(unfinished, { recursive: true, mode: 0o700 });
  const copyPictures = async () => {
    if (existsSync(uploadsDir))
      await cp(uploadsDir, join(unfinished, UPLOADS_FOLDER), { recursive: true, force: false });
  };
  await copyPictures();
  await baseBackup(databaseUrl, unfinished);
  await copyPictures();
  await rename(unfinished, folder);
  return folder;
}
