import {
  fileNameIn,
  isPicture,
  MAX_PACKED_PICTURE_BYTES,
  MAX_UNPACKED_BYTES,
  MAX_ZIP_PICTURES,
} from '@haat/contract/catalog/picture-import';
import { unzipSync } from 'fflate';

/** Why a whole ZIP file is refused. */
export type ZipRefusal = 'not_zip' | 'too_large' | 'too_many' | 'empty';

class ZipError extends Error {
  readonly refusal: ZipRefusal;

  constructor(refusal: ZipRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** A file of a ZIP; `path` finds it there. */
export type PackedFile = { path: string; name: string; problem: 'not_picture' | 'too_large' | 'damaged' | undefined };

export type OpenZip = { files: PackedFile[]; read: (path: string) => Uint8Array<ArrayBuffer> };

/** How much is unpacked in one go, before the page may draw again. */
const BATCH_BYTES = 8 * 1024 * 1024;

/**
 * The checked files of a ZIP, sorted by path, without folders, hidden files and files that systems add. Sizes come from the ZIP,
 * and unpacking a file never exceeds its size. Throws ZipError.
 */
export async function openZip(file: Blob): Promise<OpenZip> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const found = listFiles(bytes);
  if (found.length === 0) throw new ZipError('empty');
  if (found.length > MAX_ZIP_PICTURES) throw new ZipError('too_many');
  const readable = found.filter(({ size }) => size <= MAX_PACKED_PICTURE_BYTES);
  if (readable.reduce((sum, { size }) => sum + size, 0) > MAX_UNPACKED_BYTES) throw new ZipError('too_large');
  const problems = new Map<string, PackedFile['problem']>();
  for (const batch of batches(readable)) {
    for (const [path, problem] of look(bytes, batch)) problems.set(path, problem);
    // The page draws and answers in between.
    await new Promise((resolve) => setTimeout(resolve));
  }
  const files = found.map(({ path, name, size }): PackedFile => {
    const problem = size > MAX_PACKED_PICTURE_BYTES ? 'too_large' : problems.get(path);
    return { path, name, problem };
  });
  const read = (path: string): Uint8Array<ArrayBuffer> => {
    const unpacked = unpack(bytes, new Set([path])).get(path);
    if (!unpacked) throw new ZipError('not_zip');
    return new Uint8Array(unpacked);
  };
  return { files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), read };
}

type Found = { path: string; name: string; size: number };

function listFiles(bytes: Uint8Array): Found[] {
  const found = new Map<string, Found>();
  try {
    unzipSync(bytes, {
      filter: ({ name: path, originalSize: size }) => {
        const name = fileNameIn(path);
        if (name !== undefined) found.set(path, { path, name, size });
        return false;
      },
    });
  } catch {
    throw new ZipError('not_zip');
  }
  return [...found.values()];
}

function* batches(files: readonly Found[]): Generator<Found[]> {
  let batch: Found[] = [];
  let size = 0;
  for (const file of files) {
    if (batch.length > 0 && size + file.size > BATCH_BYTES) {
      yield batch;
      [batch, size] = [[], 0];
    }
    batch.push(file);
    size += file.size;
  }
  if (batch.length > 0) yield batch;
}

/** The problem of each file of a batch. A damaged file must not hide the problems of the others. */
function look(bytes: Uint8Array, batch: readonly Found[]): [string, PackedFile['problem']][] {
  try {
    const unpacked = unpack(bytes, new Set(batch.map(({ path }) => path)));
    return batch.map(({ path }) => {
      const content = unpacked.get(path);
      if (!content) return [path, 'damaged'];
      return [path, isPicture(content) ? undefined : 'not_picture'];
    });
  } catch {
    const [only] = batch;
    if (batch.length === 1 && only) return [[only.path, 'damaged']];
    return batch.flatMap((file) => look(bytes, [file]));
  }
}

const unpack = (bytes: Uint8Array, paths: ReadonlySet<string>): Map<string, Uint8Array> =>
  new Map(Object.entries(unzipSync(bytes, { filter: ({ name }) => paths.has(name) })));
