import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BucketServer, startBucket } from '../../tests/fixtures/bucket/start-bucket.ts';
import { diskImageStore, type ImageStore, type S3Settings, s3ImageStore } from '../gateways/image-store.ts';

export type PictureStore = { store: ImageStore; stop(): Promise<void> };

/** A folder and a bucket with nothing in them, and the bucket that TEST_S3_URL names: a store has to do the same on each. */
export const PICTURE_STORES: { name: string; start: () => Promise<PictureStore> }[] = [
  { name: 'a folder', start: startFolder },
  { name: 'a bucket', start: startOwnBucket },
];
if (process.env.TEST_S3_URL) PICTURE_STORES.push({ name: 'the bucket of TEST_S3_URL', start: startGivenBucket });

async function startFolder(): Promise<PictureStore> {
  const folder = mkdtempSync(join(tmpdir(), 'haat-pictures-'));
  const stop = async () => rmSync(folder, { recursive: true, force: true });
  return { store: diskImageStore(join(folder, 'made', 'when-needed')), stop };
}

async function startOwnBucket(): Promise<PictureStore> {
  const server = await startBucket({ mostListed: 3 });
  return { store: s3ImageStore(settingsOf(server)), stop: () => server.stop() };
}

/** How the product reaches a bucket of the sandbox. */
export const settingsOf = ({ url, bucket }: BucketServer): S3Settings => ({
  ...bucket.keys,
  bucket: bucket.name,
  endpoint: url,
  isPathStyle: true,
});

/** TEST_S3_URL is `http://key:secret@host:port/bucket?region=…`, an empty bucket of any store. */
async function startGivenBucket(): Promise<PictureStore> {
  const url = new URL(process.env.TEST_S3_URL ?? '');
  const store = s3ImageStore({
    bucket: url.pathname.slice(1),
    region: url.searchParams.get('region') ?? 'us-east-1',
    endpoint: url.origin,
    isPathStyle: true,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  });
  return { store, stop: async () => {} };
}
