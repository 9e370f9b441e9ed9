import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePaymentSandbox } from './payment-sandbox.ts';
import { settingsFor } from './settings.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'haat-sandbox-settings-'));
  vi.stubEnv('HAAT_DATA_DIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it('points both providers to this machine when none is configured, with keys that survive a restart', async () => {
  const [first, second] = [settingsFor({}), settingsFor({})];
  expect(await usePaymentSandbox(first)).toBe(true);
  expect(await usePaymentSandbox(second)).toBe(true);
  const { env } = first;
  for (const url of [env.STRIPE_API_URL, env.RAZORPAY_API_URL, env.PAYMENT_SANDBOX_URL])
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  for (const name of [
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'RAZORPAY_KEY_ID',
    'RAZORPAY_KEY_SECRET',
    'RAZORPAY_WEBHOOK_SECRET',
  ])
    expect(second.env[name]).toBe(first.env[name]);
  expect(first.env.PAYMENT_SANDBOX_STATE).toBe(join(folder, 'payment-sandbox.json'));
});

it.each([
  [{ STRIPE_SECRET_KEY: 'sk_live_of_somebody' }],
  [{ STRIPE_SECRET_KEY_FILE: '/run/secrets/stripe' }],
  [{ RAZORPAY_KEY_ID: 'rzp_live_of_somebody' }],
  [{ NODE_ENV: 'production' }],
])('leaves %j alone', async (given) => {
  const settings = settingsFor(given);
  const before = { ...settings.env };
  expect(await usePaymentSandbox(settings)).toBe(false);
  expect(settings.env).toEqual(before);
});
