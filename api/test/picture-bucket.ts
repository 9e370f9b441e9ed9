import { startBucket } from '../../tests/fixtures/bucket/start-bucket.ts';

/**
 * A bucket of a test file's own for what is uploaded. To be imported before anything of the product, which reads its
 * settings when it is loaded.
 */
export const pictureBucket = await startBucket();

Object.assign(process.env, {
  UPLOADS_S3_BUCKET: pictureBucket.bucket.name,
  UPLOADS_S3_ENDPOINT: pictureBucket.url,
  UPLOADS_S3_REGION: pictureBucket.bucket.keys.region,
  UPLOADS_S3_ACCESS_KEY_ID: pictureBucket.bucket.keys.accessKeyId,
  UPLOADS_S3_SECRET_ACCESS_KEY: pictureBucket.bucket.keys.secretAccessKey,
});

/** The names of what is in it. */
export const uploads = (): string[] => [...pictureBucket.bucket.objects.keys()];
