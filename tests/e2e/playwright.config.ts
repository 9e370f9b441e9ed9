import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { ARGS, CHROMIUM } from './support/chromium.ts';

const port = process.env.E2E_PORT ?? '18090';
// The config is read again in every worker process; the folder is made once.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'haat-e2e-'));

/**
 * Where the width decides something: what is set side by side, what a pointer does, what a keyboard reaches. Everything
 * else is tested on the phone alone; how each screen looks at both widths is for screens.spec.ts.
 */
const AT_BOTH_WIDTHS = /\/(cart|golden-path|landing|layout-shift|menu|popups|products|screens|storefront)\.spec\.ts$/;
/** A phone has no Tab key. */
const ON_THE_BACK_OFFICE = /\/keyboard\.spec\.ts$/;

export default defineConfig({
  testDir: '.',
  // Two tests at a time keep two cores busy. So a test counts on nothing that another one changes: what it changes, its
  // orders, the stock of a shop or who is signed in, is its own.
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  outputDir: join(process.env.E2E_DATA_DIR, 'results'),
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Tests that answer a request themselves could not see those of a worker; its own tests allow it.
    serviceWorkers: 'block',
    launchOptions: {
      // The headless shell renders the same but uses a third less CPU time: 2.0 s instead of 3.2 s for a screen.
      executablePath: process.env.HEADLESS_SHELL_PATH ?? CHROMIUM,
      args: ARGS,
    },
  },
  projects: [
    // Signs in once the accounts that many tests need.
    { name: 'accounts', testMatch: /accounts\.setup\.ts$/ },
    {
      name: 'phone',
      testIgnore: ON_THE_BACK_OFFICE,
      dependencies: ['accounts'],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testMatch: [AT_BOTH_WIDTHS, ON_THE_BACK_OFFICE],
      // A state of a screen, where the width decides nothing that another test does not see. Pictures show all of them.
      grepInvert: process.env.SCREENSHOTS_DIR ? undefined : /@state/,
      dependencies: ['accounts'],
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
  // The product as `npm start` runs it, on a database of its own.
  webServer: {
    command: `"${process.execPath}" tools/start.ts`,
    cwd: join(import.meta.dirname, '..', '..'),
    url: `http://localhost:${port}/ready`,
    env: { PORT: port, HAAT_DATA_DIR: process.env.E2E_DATA_DIR, DATABASE_URL: '', REDIS_URL: '' },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    stdout: 'pipe',
  },
});
