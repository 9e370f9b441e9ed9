import { defineConfig } from 'vitest/config';

const DEMO_DATA = 'core/db/seeds/demo/**/*.test.ts';

// All cores instead of all but one: on a machine of two that is one file at a time or two. Each project has to be told.
const maxWorkers = '100%';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          include: ['*.test.ts', '{contract,machines,docs}/**/*.test.ts', DEMO_DATA],
          // They share no state, so they may share what they import.
          isolate: false,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'tools',
          include: ['{scripts,sandbox,bench}/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'server',
          include: ['{core,api,worker}/**/*.test.ts'],
          exclude: ['**/node_modules/**', DEMO_DATA],
          globalSetup: 'scripts/test/server-setup.ts',
          setupFiles: 'scripts/test/own-database.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
          maxWorkers,
        },
      },
      {
        extends: './client/vite.config.ts',
        root: '.',
        test: {
          name: 'client',
          include: ['client/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // None of them waits: what takes seconds is computing, on a machine that has more to do.
          testTimeout: 20_000,
          maxWorkers,
        },
      },
    ],
  },
});
