import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';

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
