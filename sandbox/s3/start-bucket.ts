import { randomBytes } from 'node:crypto';
import { listen } from '../http/listen.ts';
import { createBucketApp } from './bucket-app.ts';
import type { BucketFault } from './bucket-faults.ts';
import { BucketFaults } from './bucket-faults.ts';
import type { BucketKeys } from './check-signature.ts';

export type KeptObject = { bytes: Buffer; type: string; cacheControl: string; at: Date };

/** One bucket: what it holds, who may reach it, and how many names one list of it has. */
export type Bucket = { name: string; keys: BucketKeys; objects: Map<string, KeptObject>; mostListed: number };

export type BucketServer = {
  url: string;
  bucket: Bucket;
  /** What goes wrong with the next calls. */
  fault(fault: BucketFault): void;
  /** The calls so far as method and key, the oldest first. */
  calls: readonly string[];
  stop(): Promise<void>;
};

type Options = { port?: number; mostListed?: number };

/** A store on this machine that speaks as much of S3 as a bucket of pictures needs, and checks every signature. */
export async function startBucket({ port, mostListed = 1_000 }: Options = {}): Promise<BucketServer> {
  const keys = {
    region: 'ap-south-1',
    accessKeyId: `AK${randomBytes(8).toString('hex')}`,
    secretAccessKey: randomBytes(20).toString('base64url'),
  };
  const bucket: Bucket = { name: 'pictures', keys, objects: new Map(), mostListed };
  const [faults, calls] = [new BucketFaults(), [] as string[]];
  const server = await listen(createBucketApp(bucket, { faults, calls }), port);
  return { url: server.url, bucket, fault: (fault) => faults.add(fault), calls, stop: () => server.stop() };
}
