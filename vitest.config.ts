import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { THROUGH_POOLER } from './tests/setup/pooler.ts';
import { canRunSecondMode, SECOND_MODE } from './tests/setup/redis.ts';
import { ProgramsFirst } from './tests/setup/programs-first.ts';
import { sameInBothModes } from './tests/setup/same-in-both-modes.ts';

const DEMO_DATA = 'core/db/seeds/demo/**/*.test.ts';

// More than there are cores: many server tests wait for other processes. Must be set for each project.
const maxWorkers = availableParallelism() + 2;

// As for the browser tests: what passes only on a retry is listed as flaky.
const retry = process.env.CI ? 1 : 0;

const SERVER = {
  include: ['{core,api,worker}/**/*.test.ts'],
  globalSetup: 'tests/setup/server-setup.ts',
  // Reused threads: loading the packages again for each file takes a quarter of the CPU time of these tests.
  pool: 'threads' as const,
  isolate: false,
  // Longer than any wait in a test, so that the test's own assertion fails first.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  retry,
  maxWorkers,
};
const FRESH_FILE = 'tests/setup/fresh-file.ts';
const OWN_DATABASE = 'tests/setup/own-database.ts';
/** Failovers of PostgreSQL and Redis, which take minutes: `npm run test:ha`. */
const FAILOVERS = '**/*.ha.test.ts';
/** Kills, wrong clocks, restores and hostile input for every call, which take minutes: in `npm run test:full`. */
const SLOW = '{core,api,worker,tools,tests}/**/*.slow.test.ts';
const NOT_SERVER = ['**/node_modules/**', DEMO_DATA, FAILOVERS];
/** These tests start and stop their own Redis. */
const REDIS_ONLY = '**/*.redis.test.ts';

const onRedis = {
  test: {
    ...SERVER,
    name: SECOND_MODE,
    exclude: [...NOT_SERVER, ...sameInBothModes()],
    setupFiles: [FRESH_FILE, OWN_DATABASE, 'tests/setup/own-redis.ts'],
  },
};

/** The same tests once more. Only with `npm run test:pooler`, so that the tests of a folder do not need PgBouncer. */
const throughPooler = {
  test: {
    ...SERVER,
    name: THROUGH_POOLER,
    exclude: [...NOT_SERVER, REDIS_ONLY],
    setupFiles: [FRESH_FILE, OWN_DATABASE],
  },
};

export default defineConfig({
  test: {
    sequence: { sequencer: ProgramsFirst },
    projects: [
      {
        test: {
          name: 'pure',
          include: ['{contract,machines,docs,deploy,tests/architecture}/**/*.test.ts', DEMO_DATA],
          // They share no state, so they may share what they import.
          isolate: false,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'tools',
          include: ['{tools,tests}/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'tests/architecture/**', FAILOVERS, SLOW],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          retry,
          maxWorkers,
        },
      },
      {
        test: {
          ...SERVER,
          name: 'server',
          exclude: [...NOT_SERVER, REDIS_ONLY, SLOW],
          setupFiles: [FRESH_FILE, OWN_DATABASE],
        },
      },
      { test: { ...SERVER, name: 'slow', include: [SLOW], setupFiles: [FRESH_FILE, OWN_DATABASE] } },
      ...(canRunSecondMode() ? [onRedis] : []),
      ...(process.env.TEST_POOLER ? [throughPooler] : []),
      {
        test: {
          ...SERVER,
          name: 'ha',
          include: [`{core,api,worker,tests}/${FAILOVERS}`],
          setupFiles: [FRESH_FILE, OWN_DATABASE],
          retry: retry * 2,
          // Each starts many servers and programs. After the others: parallel projects of Vitest share one number of workers.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: './client/vite.config.ts',
        root: '.',
        test: {
          name: 'client',
          include: ['client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // Each file has its own global object in a reused thread, which takes half the CPU time of a process per file.
          pool: 'vmThreads',
          setupFiles: 'tests/setup/client-globals.ts',
          // These tests do not wait, but can take seconds on a busy machine.
          testTimeout: 20_000,
          retry,
          maxWorkers,
        },
      },
    ],
  },
});
