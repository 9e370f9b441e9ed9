import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { env } from '../env.ts';

/** Where pictures live that the API serves under `/uploads/`. */
export type ImageStore = {
  /** Keeps the bytes under that name, which nobody sees half written. Throws RangeError for a name that is a path. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Forgets what is kept under that name, if anything is. Throws RangeError for a name that is a path. */
  remove(name: string): Promise<void>;
  /** The names of what was kept before that moment. What a `put` that was killed then left behind is forgotten by this. */
  unchangedSince(moment: Date): Promise<string[]>;
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
    async unchangedSince(moment) {
      const old = await filesBefore(directory, moment);
      for (const name of old.filter(isDraft)) await rm(join(directory, name), { force: true });
      return old.filter((name) => !isDraft(name));
    },
  };
}

const isDraft = (name: string): boolean => /^\.[\da-f-]{36}$/.test(name);

async function filesBefore(directory: string, moment: Date): Promise<string[]> {
  const old: string[] = [];
  for (const name of await namesIn(directory)) {
    // Somebody may have removed it since it was listed.
    const found = await stat(join(directory, name)).catch(() => undefined);
    if (found?.isFile() && found.mtime < moment) old.push(name);
  }
  return old;
}

async function namesIn(directory: string): Promise<string[]> {
  try {
    return await readdir(directory);
  } catch (error) {
    // It is made with the first picture.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}

function pathOf(directory: string, name: string): string {
  if (!/^[\w-]+\.\w+$/.test(name)) throw new RangeError(`Not a plain file name: ${name}`);
  return join(directory, name);
}
