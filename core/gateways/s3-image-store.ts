import type { Readable } from 'node:stream';
import type { S3 } from '@aws-sdk/client-s3';
import { GatewayError } from '../errors.ts';
import { imageName } from './image-name.ts';
import type { ImageStore, KeptImage } from './image-store.ts';

export type S3Settings = {
  bucket: string;
  region: string;
  /** The address of a store that is not Amazon's. */
  endpoint: string | undefined;
  /** Whether the bucket stands in the path of that address, or before its host. */
  isInPath: boolean;
  accessKeyId: string;
  secretAccessKey: string;
  patience?: Partial<Patience>;
};

/** How long a connection, an answer and the next part of an answer are waited for, and everything up to the answer. */
type Patience = { connectMs: number; answerMs: number; partMs: number; allMs: number };
const PATIENCE: Patience = { connectMs: 1_000, answerMs: 3_000, partMs: 5_000, allMs: 6_000 };

const ATTEMPTS = 3;
const YEAR_S = 31_536_000;
const TYPES: Record<string, string> = { webp: 'image/webp', jpeg: 'image/jpeg' };

/** A bucket of any store that speaks S3. Its library is loaded with the first picture. */
export function s3ImageStore(settings: S3Settings): ImageStore {
  const { bucket, patience } = settings;
  const { allMs } = { ...PATIENCE, ...patience };
  let connected: Promise<S3> | undefined;
  const call = <Result>(work: (s3: S3, within: Within) => Promise<Result>): Promise<Result> =>
    answerOf((connected ??= connect(settings)).then((s3) => withinTime(allMs, (within) => work(s3, within))));
  return {
    async put(name, bytes) {
      const object = { Bucket: bucket, Key: imageName(name), Body: bytes, ...headersOf(name) };
      await call((s3, within) => s3.putObject(object, within));
    },
    async open(name) {
      const object = { Bucket: bucket, Key: imageName(name) };
      return call((s3, within) => s3.getObject(object, within).then(imageOf, unlessMissing));
    },
    async remove(name) {
      const object = { Bucket: bucket, Key: imageName(name) };
      await call((s3, within) => s3.deleteObject(object, within));
    },
    async *unchangedSince(moment) {
      let after: string | undefined;
      do {
        const list = { Bucket: bucket, ContinuationToken: after };
        const page = await call((s3, within) => s3.listObjectsV2(list, within));
        yield (page.Contents ?? []).flatMap(({ Key: name, LastModified: at }) =>
          name && at && at < moment ? [name] : [],
        );
        after = page.NextContinuationToken;
      } while (after);
    },
  };
}

type Within = { abortSignal: AbortSignal };

// Until there is an answer: its picture may then take as long as its reader does, and only its silence is measured.
async function withinTime<Result>(ms: number, work: (within: Within) => Promise<Result>): Promise<Result> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), ms);
  try {
    return await work({ abortSignal: late.signal });
  } finally {
    clearTimeout(timer);
  }
}

async function connect(settings: S3Settings): Promise<S3> {
  const { S3: Client } = await import('@aws-sdk/client-s3');
  const { region, endpoint, isInPath, accessKeyId, secretAccessKey } = settings;
  const { connectMs, answerMs, partMs } = { ...PATIENCE, ...settings.patience };
  return new Client({
    region,
    ...(endpoint && { endpoint, forcePathStyle: isInPath }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS,
    // Not every store knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connectMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: partMs,
    },
  });
}

const headersOf = (name: string) => ({
  ContentType: TYPES[name.split('.').at(-1) ?? ''],
  // For a CDN that stands before the bucket: names are random and never used again.
  CacheControl: `public, max-age=${YEAR_S}, immutable`,
});

function imageOf({ Body: stream, ContentLength: length }: { Body?: unknown; ContentLength?: number }): KeptImage {
  if (length === undefined) throw new Error('The store does not say how long the picture is');
  return { stream: stream as Readable, length };
}

// That the whole bucket is missing is not said by this name.
function unlessMissing(error: unknown): undefined {
  if (!(error instanceof Error && error.name === 'NoSuchKey')) throw error;
}

async function answerOf<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer;
  } catch (error) {
    throw new GatewayError('The store of pictures', error);
  }
}
