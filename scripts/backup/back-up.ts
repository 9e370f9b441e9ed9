import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { baseBackup } from './base-backup.ts';
import { copyPictures } from './copy-pictures.ts';

type From = { databaseUrl: string; uploadsDir: string; into: string };
type Backup = { folder: string; pictures: number };

export const UPLOADS_FOLDER = 'uploads';

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
