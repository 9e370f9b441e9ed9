import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { env } from '../env.ts';

/** Where pictures live that the API serves under `/uploads/`. */
export type ImageStore = {
  /** Keeps the bytes under that name, which nobody sees half written. Throws RangeError for a name that is a path. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Forgets what is kept under that name, if anything is. Throws RangeError for a name that is a path. */
  remove(name: string): Promise<void>;
};

let current: ImageStore | undefined;

/** The store of this process: the folder UPLOADS_DIR. */
export function imageStore(): ImageStore {
  return (current ??= diskImageStore(env.UPLOADS_DIR));
}

/** A folder of this machine, made when it is first needed. */
export function diskImageStore(directory: string): ImageStore {
  return {
    async put(name, bytes) {
      const path = pathOf(directory, name);
      await mkdir(directory, { recursive: true });
      const draft = join(directory, `.${randomUUID()}`);
      await writeFile(draft, bytes);
      await rename(draft, path);
    },
    async remove(name) {
      await rm(pathOf(directory, name), { force: true });
    },
  };
}

function pathOf(directory: string, name: string): string {
  if (!/^[\w-]+\.\w+$/.test(name)) throw new RangeError(`Not a plain file name: ${name}`);
  return join(directory, name);
}
