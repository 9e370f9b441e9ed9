import { defineConfig } from 'vitest/config';

const DEMO_DATA = 'core/db/seeds/demo/**/*.test.ts';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'pure', include: ['*.test.ts', '{contract,machines,docs}/**/*.test.ts', DEMO_DATA] } },
      { test: { name: 'tools', include: ['scripts/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 60_000 } },
      {
        test: {
          name: 'server',
          include: ['{core,api,worker}/**/*.test.ts'],
          exclude: ['**/node_modules/**', DEMO_DATA],
          globalSetup: 'scripts/test/server-setup.ts',
          setupFiles: 'scripts/test/own-database.ts',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: './client/vite.config.ts',
        root: '.',
        test: { name: 'client', include: ['client/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
      },
    ],
  },
});
