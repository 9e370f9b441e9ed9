import { startBucket } from '../../tests/fixtures/bucket/start-bucket.ts';

/**
 * A bucket for the uploads of one test file. To be imported before anything of the product, which reads its settings when it is
 * loaded.
 */
export const pictureBucket = await startBucket();

Object.assign(process.env, {
  UPLOADS_S3_BUCKET: pictureBucket.bucket.name,
  UPLOADS_S3_ENDPOINT: pictureBucket.url,
  UPLOADS_S3_REGION: pictureBucket.bucket.keys.region,
  UPLOADS_S3_ACCESS_KEY_ID: pictureBucket.bucket.keys.accessKeyId,
  UPLOADS_S3_SECRET_ACCESS_KEY: pictureBucket.bucket.keys.secretAccessKey,
});

/** The names of the objects in it. */
export const uploads = (): string[] => [...pictureBucket.bucket.objects.keys()];
