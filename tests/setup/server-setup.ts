import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { repoRoot } from '../../tools/lib/paths.ts';
import { dropDatabases, execute } from './databases.ts';
import { startTestPostgres } from './postgres.ts';
import { startTestPooler, THROUGH_POOLER } from './pooler.ts';
import { SECOND_MODE, startTestRedis } from './redis.ts';

/** What the test files need to make their own database; `prefix` keeps two runs on one server apart. */
export type TestServers = {
  serverUrl: string;
  prefix: string;
  redisUrl: string | undefined;
  /** The same server through PgBouncer, in the project of that name. */
  poolerUrl?: string | undefined;
};

declare module 'vitest' {
  interface ProvidedContext {
    testServers: TestServers;
  }
}

/**
 * Runs once before the server tests: a PostgreSQL with a migrated template database, a Redis in the second mode, and PgBouncer in
 * the project that runs them through it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  const redis = project.name === SECOND_MODE ? await startTestRedis() : undefined;
  const pooler = project.name === THROUGH_POOLER ? await startTestPooler(postgres.url('postgres')) : undefined;
  const prefix = `haat_test_${process.pid}_${Date.now().toString(36)}_`;
  const serverUrl = postgres.url('postgres');
  const teardown = async () => {
    await pooler?.stop();
    await dropDatabases(serverUrl, prefix);
    await Promise.all([postgres.stop(), redis?.stop()]);
  };
  try {
    await execute(serverUrl, [`create database ${prefix}template`]);
    migrate(postgres.url(`${prefix}template`));
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('testServers', { serverUrl, prefix, redisUrl: redis?.url, poolerUrl: pooler?.url('postgres') });
  return teardown;
}

// By the command an operator would use, so that the tests run on what it makes.
function migrate(databaseUrl: string): void {
  const run = spawnSync(process.execPath, [join(repoRoot, 'tools', 'migrate.ts')], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`The migrations failed:\n${run.stdout}${run.stderr}`);
}
