import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { imageName } from './image-name.ts';
import type { ImageStore, KeptImage } from './image-store.ts';

const LISTED_AT_ONCE = 1_000;

/** A folder of this machine, made when it is first needed. */
export function diskImageStore(directory: string): ImageStore {
  return {
    async put(name, bytes) {
      const path = join(directory, imageName(name));
      await mkdir(directory, { recursive: true });
      const draft = join(directory, `.${randomUUID()}`);
      await writeFile(draft, bytes);
      await rename(draft, path);
    },
    async open(name) {
      return openFile(join(directory, imageName(name)));
    },
    async remove(name) {
      await rm(join(directory, imageName(name)), { force: true });
    },
    async *unchangedSince(moment) {
      const names = await namesIn(directory);
      for (let from = 0; from < names.length; from += LISTED_AT_ONCE) {
        const old = await filesBefore(directory, names.slice(from, from + LISTED_AT_ONCE), moment);
        for (const name of old.filter(isDraft)) await rm(join(directory, name), { force: true });
        yield old.filter((name) => !isDraft(name));
      }
    },
  };
}

const isDraft = (name: string): boolean => /^\.[\da-f-]{36}$/.test(name);

async function openFile(path: string): Promise<KeptImage | undefined> {
  const file = await open(path).catch(unlessMissing);
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    return { stream: file.createReadStream(), length: size };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function filesBefore(directory: string, names: string[], moment: Date): Promise<string[]> {
  const old: string[] = [];
  for (const name of names) {
    // Somebody may have removed it since it was listed.
    const found = await stat(join(directory, name)).catch(unlessMissing);
    if (found?.isFile() && found.mtime < moment) old.push(name);
  }
  return old;
}

// The folder is made with the first picture.
const namesIn = async (directory: string): Promise<string[]> => (await readdir(directory).catch(unlessMissing)) ?? [];

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
