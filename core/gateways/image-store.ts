import type { Readable } from 'node:stream';
import { env } from '../env.ts';
import { diskImageStore } from './disk-image-store.ts';
import { s3ImageStore } from './s3-image-store.ts';

export type KeptImage = { stream: Readable; length: number };

/**
 * Where pictures live that the API serves under `/uploads/`. Every method throws RangeError for a name that is a path, and
 * rejects with GatewayError when a store on another machine does not answer.
 */
export type ImageStore = {
  /** Keeps the bytes under that name, which nobody sees half written. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** What is kept under that name; undefined when nothing is. Whoever does not read the stream to its end destroys it. */
  open(name: string): Promise<KeptImage | undefined>;
  /** Forgets what is kept under that name, if anything is. */
  remove(name: string): Promise<void>;
  /** The names of what was kept before that moment, in lists. What a `put` that was killed then left behind is forgotten by this. */
  unchangedSince(moment: Date): AsyncIterable<string[]>;
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
    isInPath: env.UPLOADS_S3_PATH_STYLE,
    accessKeyId: env.UPLOADS_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.UPLOADS_S3_SECRET_ACCESS_KEY ?? '',
  });
