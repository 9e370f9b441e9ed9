import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A folder for the uploads of one test file. To be imported before anything of the product, which reads its settings when it is
 * loaded.
 */
export const uploadsFolder = mkdtempSync(join(tmpdir(), 'haat-uploads-'));
process.env.UPLOADS_DIR = uploadsFolder;

/** Empties the folder. */
export function emptyUploads(): void {
  removeUploads();
  mkdirSync(uploadsFolder);
}

export const removeUploads = (): void => rmSync(uploadsFolder, { recursive: true, force: true });

/** The names of the files in it. */
export const uploads = (): string[] => readdirSync(uploadsFolder);
