import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { ARGS, CHROMIUM } from './support/chromium.ts';

const port = process.env.E2E_PORT ?? '18090';
// The config is read again in every worker process; the folder is made once.
process.env.E2E_DATA_DIR ??= mkdtempSync(join(tmpdir(), 'haat-e2e-'));

/**
 * Files with tests that depend on the width, for example on columns or a pointer. Their tests tagged `@any-width`, and all other
 * files, run on the phone alone; screens.spec.ts checks how each screen looks at both widths.
 */
const AT_BOTH_WIDTHS =
  /\/(cart|categories|known-products|landing|menu|product-page|products|screens|signboard|storefront)\.spec\.ts$/;
/** A phone has no Tab key, so these tests, and all tests tagged `@keyboard`, run on the desktop alone. */
const BY_KEYBOARD = /\/(keyboard|popups)\.spec\.ts$/;

/** The main paths of customers and shops, on the phone: the part of `npm test`. */
const MAIN_PATHS =
  /\/(account|bundle-size|cart|checkout|connection-loss|counter-sale|failed-chunks|first-cart|first-order-in-production|first-taps|first-view|golden-path|import|landing|layout-shift|order-board|order-history|packing|payment-sandbox|product-editor|product-page|products|search|sell)\.spec\.ts$/;
/** `quick` or `slow`, the part of `npm test` or of `npm run test:full`; all without it. */
const part = process.env.BROWSER_TESTS;

export default defineConfig({
  testDir: '.',
  // More than there are cores: many tests wait, for a timer or a printer. So a test counts on nothing that another one
  // changes: what it changes, its orders, the stock of a shop or who is logged in, is its own.
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  // A shared machine stops for seconds at times. What passes only on a retry is listed as flaky.
  retries: process.env.CI ? 2 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  outputDir: join(process.env.E2E_DATA_DIR, 'results'),
  use: {
    baseURL: `http://localhost:${port}`,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // Tests that answer a request themselves could not see a service worker's requests; its own tests allow it.
    serviceWorkers: 'block',
    launchOptions: {
      // The headless shell renders the same but uses a third less CPU time: 2.0 s instead of 3.2 s for a screen.
      executablePath: process.env.HEADLESS_SHELL_PATH ?? CHROMIUM,
      args: ARGS,
    },
  },
  projects: [
    // Logs in once the accounts that many tests need.
    { name: 'accounts', testMatch: /accounts\.setup\.ts$/ },
    {
      name: 'phone',
      testMatch: part === 'quick' ? MAIN_PATHS : /\.spec\.ts$/,
      testIgnore: part === 'slow' ? [BY_KEYBOARD, MAIN_PATHS] : BY_KEYBOARD,
      grepInvert: /@keyboard/,
      dependencies: ['accounts'],
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      testMatch: part === 'quick' ? [] : [AT_BOTH_WIDTHS, BY_KEYBOARD],
      // `@state`: a state of a screen that another test shows at this width. Pictures are taken of all of them.
      grepInvert: process.env.SCREENSHOTS_DIR ? /@any-width/ : /@any-width|@state/,
      dependencies: ['accounts'],
      use: { viewport: { width: 1280, height: 800 } },
    },
  ],
  // The product as `npm start` runs it, on its own database.
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
