import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalFcm, startFcm } from '@haat/sandbox/fcm/start-fcm';
import { type Sandbox, startSandbox } from '@haat/sandbox/start-sandbox';
import { migrate } from '../../core/db/migrate.ts';
import { killLeftPrograms } from '../../core/test/program.ts';
import { PostgresKeeper } from '../../scripts/app/postgres-keeper.ts';
import type { Course } from './course.ts';
import { keepRedis, type KeptRedis } from './kept-redis.ts';
import { placesFor, type Replicas } from './replicas.ts';

/** What a run stands on: its own PostgreSQL and Redis, the providers of payments and of push messages, and ports for the replicas. */
export type Stores = {
  dataDir: string;
  sandbox: Sandbox;
  fcm: LocalFcm;
  redis: KeptRedis | undefined;
  replicas: Replicas;
};

/** Starts the stores, puts them into the environment, and does the work; nothing is left afterwards. */
export async function withStores(
  { course, seed }: { course: Course; seed: number },
  work: (stores: Stores) => Promise<boolean>,
): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-chaos-'));
  chmodSync(dataDir, 0o755); // when root runs it, the account that runs PostgreSQL must get in
  process.env.HAAT_DATA_DIR = dataDir;
  const postgres = new PostgresKeeper();
  const databaseUrl = await postgres.start();
  const redis = course.hasRedis ? await keepRedis() : undefined;
  const sandbox = await startSandbox({ seed, conditions: { lateMs: 1_500, webhookRetryMs: 200, refundMs: 500 } });
  const fcm = await startFcm();
  const replicas = await placesFor(course.replicas);
  Object.assign(process.env, {
    ...sandbox.env,
    FCM_API_URL: fcm.url,
    ...(redis && { REDIS_URL: redis.url }),
    DATABASE_URL: databaseUrl,
    // All of them together stay below what the server takes.
    DATABASE_POOL: '6',
    JWT_SECRET: 'a secret for the chaos, known to everybody',
    LOG_LEVEL: 'error',
    NODE_ENV: 'development',
    PUBLIC_URL: `http://127.0.0.1:${replicas.places[0]?.port}`,
    UPLOADS_DIR: join(dataDir, 'uploads'),
  });
  try {
    await migrate(databaseUrl);
    return await work({ dataDir, sandbox, fcm, redis, replicas });
  } finally {
    killLeftPrograms();
    await Promise.all([sandbox.stop(), fcm.stop()]);
    await redis?.stop();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
