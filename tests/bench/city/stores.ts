import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDatabase, startEmbeddedPostgres } from '../../../tools/embedded-postgres/start-embedded-postgres.ts';
import { startTestRedis } from '../../setup/redis.ts';

type Stores = { stop(): Promise<void> };

/** Starts PostgreSQL, durable as in production, and Redis when asked for; the settings of this process lead there. */
export async function startStores({ hasRedis }: { hasRedis: boolean }): Promise<Stores> {
  const dataDir = mkdtempSync(join(tmpdir(), 'haat-city-'));
  chmodSync(dataDir, 0o755); // when root runs it, the account that runs PostgreSQL must get in
  const flags = ['-c', 'max_connections=400', '-c', 'shared_buffers=512MB', '-c', 'max_wal_size=4GB'];
  const postgres = await startEmbeddedPostgres({ dataDir, flags });
  await ensureDatabase(postgres.url('postgres'), 'city');
  const redis = hasRedis ? await startTestRedis() : undefined;
  if (hasRedis && !redis) throw new Error('redis-server was not found');
  Object.assign(process.env, {
    DATABASE_URL: postgres.url('city'),
    DATABASE_POOL: '16',
    JWT_SECRET: 'the public secret of every benchmark run',
    NODE_ENV: 'development',
    // Each person has an address, which the load generator sends like a proxy.
    TRUSTED_PROXIES: '1',
    ORDER_MAILS: 'false',
    ...(redis && { REDIS_URL: redis.url }),
  });
  return {
    stop: async () => {
      await redis?.stop();
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
