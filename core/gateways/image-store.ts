import type { Readable } from 'node:stream';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3 } from '@aws-sdk/client-s3';
import { env } from '../ops/env.ts';
import { GatewayError } from '../errors.ts';

export type StoredImage = { stream: Readable; length: number };
export type ListedImage = { name: string; storedAt: Date };

/**
 * The pictures that the API serves under `/uploads/`. Every method throws RangeError for a name that is a path, and rejects
 * with GatewayError when a remote store does not respond or a disk has no space left.
 */
export type ImageStore = {
  /** Stores a picture. Atomic: it is never read half-written. A name is stored by one caller at a time. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Opens a picture; undefined when there is none. A stream that is not read to its end must be destroyed. */
  open(name: string): Promise<StoredImage | undefined>;
  /** Deletes a picture, if it exists, and the remains of an interrupted put of it. */
  remove(name: string): Promise<void>;
  /** Lists the pictures after that name, in the order of their names, in batches. Slow: for an inventory only. */
  list(after?: string): AsyncIterable<ListedImage[]>;
};

let current: ImageStore | undefined;

/** The store of this process: the bucket UPLOADS_S3_BUCKET where there is one, else the folder UPLOADS_DIR. */
export function imageStore(): ImageStore {
  return (current ??= env.UPLOADS_S3_BUCKET ? bucketOf(env.UPLOADS_S3_BUCKET) : diskImageStore(env.UPLOADS_DIR));
}

const bucketOf = (bucket: string): ImageStore =>
  s3ImageStore({
    bucket,
    region: env.UPLOADS_S3_REGION ?? '',
    endpoint: env.UPLOADS_S3_ENDPOINT,
    isPathStyle: env.UPLOADS_S3_PATH_STYLE,
    accessKeyId: env.UPLOADS_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.UPLOADS_S3_SECRET_ACCESS_KEY ?? '',
  });

/** Whether it is a plain file name, not a path. */
export const isImageName = (name: string): boolean => /^[\w-]+\.\w+$/.test(name);

/** Returns the name. Throws RangeError when it is a path. */
export function imageName(name: string): string {
  if (!isImageName(name)) throw new RangeError(`Not a plain file name: ${name}`);
  return name;
}

const LIST_BATCH = 1_000;

/** A local folder, created on first use. */
export function diskImageStore(directory: string): ImageStore {
  return {
    async put(name, bytes) {
      const path = join(directory, imageName(name));
      await mkdir(directory, { recursive: true });
      const draft = draftOf(directory, name);
      try {
        await writeFile(draft, bytes);
        await rename(draft, path);
      } catch (error) {
        await rm(draft, { force: true });
        throw isOutOfSpace(error) ? new GatewayError('The disk of the pictures', error) : error;
      }
    },
    async open(name) {
      return openFile(join(directory, imageName(name)));
    },
    async remove(name) {
      await rm(join(directory, imageName(name)), { force: true });
      await rm(draftOf(directory, name), { force: true });
    },
    async *list(after = '') {
      const names = (await namesIn(directory)).filter((name) => name > after).toSorted();
      for (let from = 0; from < names.length; from += LIST_BATCH) {
        yield await picturesAmong(directory, names.slice(from, from + LIST_BATCH));
      }
    },
  };
}

// Named after the picture, so that it is removed with it.
const draftOf = (directory: string, name: string): string => join(directory, `.${name}`);

const isOutOfSpace = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

async function openFile(path: string): Promise<StoredImage | undefined> {
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

async function picturesAmong(directory: string, names: string[]): Promise<ListedImage[]> {
  const pictures: ListedImage[] = [];
  for (const name of names.filter(isImageName)) {
    // It may have been deleted since it was listed.
    const found = await stat(join(directory, name)).catch(unlessMissing);
    if (found?.isFile()) pictures.push({ name, storedAt: found.mtime });
  }
  return pictures;
}

// The folder is created with the first picture.
const namesIn = async (directory: string): Promise<string[]> => (await readdir(directory).catch(unlessMissing)) ?? [];

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}

export type S3Settings = {
  bucket: string;
  region: string;
  /** The URL of a store other than AWS. */
  endpoint: string | undefined;
  /** Path-style addresses (endpoint/bucket/key) instead of virtual hosts (bucket.endpoint/key). */
  isPathStyle: boolean;
  accessKeyId: string;
  secretAccessKey: string;
  timeouts?: Partial<Timeouts>;
};

/** For a connection, a response, the next part of its body, and everything up to the response with all attempts. */
type Timeouts = { connectMs: number; responseMs: number; partMs: number; totalMs: number };
const TIMEOUTS: Timeouts = { connectMs: 1_000, responseMs: 3_000, partMs: 5_000, totalMs: 6_000 };

const ATTEMPTS = 3;
const YEAR_S = 31_536_000;
const TYPES: Record<string, string> = { webp: 'image/webp', jpeg: 'image/jpeg' };

/** A bucket of an S3-compatible store. The SDK is loaded with the first picture. */
export function s3ImageStore(settings: S3Settings): ImageStore {
  const { bucket, timeouts } = settings;
  const { totalMs } = { ...TIMEOUTS, ...timeouts };
  let connected: Promise<S3> | undefined;
  const call = <Result>(work: (s3: S3, within: Within) => Promise<Result>): Promise<Result> =>
    toGatewayError((connected ??= connect(settings)).then((s3) => withDeadline(totalMs, (within) => work(s3, within))));
  return {
    async put(name, bytes) {
      const object = { Bucket: bucket, Key: imageName(name), Body: bytes, ...headersOf(name) };
      await call((s3, within) => s3.putObject(object, within));
    },
    async open(name) {
      const object = { Bucket: bucket, Key: imageName(name) };
      return call((s3, within) => s3.getObject(object, within).then(imageOf, unlessNoSuchKey));
    },
    async remove(name) {
      const object = { Bucket: bucket, Key: imageName(name) };
      await call((s3, within) => s3.deleteObject(object, within));
    },
    async *list(after) {
      let last = after;
      for (;;) {
        const page = await call((s3, within) => s3.listObjectsV2({ Bucket: bucket, StartAfter: last }, within));
        const keys = page.Contents ?? [];
        yield keys.flatMap(({ Key: name, LastModified: storedAt }) => (name && storedAt ? [{ name, storedAt }] : []));
        last = keys.at(-1)?.Key ?? last;
        if (!page.IsTruncated || keys.length === 0) return;
      }
    },
  };
}

type Within = { abortSignal: AbortSignal };

// Until there is a response: its body may then take as long as its reader, with a timeout between two parts.
async function withDeadline<Result>(ms: number, work: (within: Within) => Promise<Result>): Promise<Result> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), ms);
  try {
    return await work({ abortSignal: deadline.signal });
  } finally {
    clearTimeout(timer);
  }
}

async function connect(settings: S3Settings): Promise<S3> {
  const { S3: Client } = await import('@aws-sdk/client-s3');
  const { region, endpoint, isPathStyle, accessKeyId, secretAccessKey } = settings;
  const { connectMs, responseMs, partMs } = { ...TIMEOUTS, ...settings.timeouts };
  return new Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: isPathStyle }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS,
    // Not every S3-compatible store supports the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: responseMs,
      throwOnRequestTimeout: true,
      socketTimeout: partMs,
    },
  });
}

const headersOf = (name: string) => ({
  ContentType: TYPES[name.split('.').at(-1) ?? ''],
  // For a CDN in front of the bucket: names are random and never reused.
  CacheControl: `public, max-age=${YEAR_S}, immutable`,
});

function imageOf({ Body: stream, ContentLength: length }: { Body?: unknown; ContentLength?: number }): StoredImage {
  if (length === undefined) throw new Error('The picture store sent no Content-Length');
  return { stream: stream as Readable, length };
}

// A missing bucket has another error name.
function unlessNoSuchKey(error: unknown): undefined {
  if (!(error instanceof Error && error.name === 'NoSuchKey')) throw error;
}

async function toGatewayError<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    throw new GatewayError('The picture store', error);
  }
}
