import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';

/** Where pictures live that the API serves under `/uploads/`. */
export type ImageStore = {
  /** Keeps the bytes under that name, which nobody sees half written. Throws RangeError for a name that is a path. */
  put(name: string, bytes: Uint8Array): Promise<void>;
};

/** A folder of this machine, made when it is first needed. */
export function diskImageStore(directory: string): ImageStore {
  return {
    async put(name, bytes) {
      if (!/^[\w-]+\.\w+$/.test(name)) throw new RangeError(`Not a plain file name: ${name}`);
      await mkdir(directory, { recursive: true });
      const draft = join(directory, `.${randomUUID()}`);
      await writeFile(draft, bytes);
      await rename(draft, join(directory, name));
    },
  };
}
