import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { sandboxEnv } from '../../tests/fixtures/payments/sandbox-env.ts';
import { dataDir } from '../lib/paths.ts';
import { freePort } from '../lib/ports.ts';
import { storedSecret, type Settings } from './settings.ts';
import type { Launcher } from './launcher.ts';
import { Service } from './service.ts';

/** With any of these settings, a real provider or another sandbox is configured. */
const KEYS = ['STRIPE_SECRET_KEY', 'RAZORPAY_KEY_ID', 'PAYMENT_SANDBOX_URL'];

/** Configures api and worker for the local payment sandbox, unless provider keys are set. Returns whether it did. */
export async function usePaymentSandbox({ env, isProduction }: Settings): Promise<boolean> {
  if (isProduction || KEYS.some((name) => env[name] || env[`${name}_FILE`])) return false;
  Object.assign(env, await sandboxSettings());
  return true;
}

async function sandboxSettings(): Promise<Record<string, string>> {
  const address = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;
  const urls = { stripe: await address(), razorpay: await address(), pages: await address() };
  // Derived from one stored secret, so that signatures stay valid after a restart.
  const secret = storedSecret('payment-sandbox-secret');
  const key = (prefix: string): string => `${prefix}${createHmac('sha256', secret).update(prefix).digest('hex')}`;
  const keys = {
    stripeSecretKey: key('sk_test_'),
    stripeWebhookSecret: key('whsec_'),
    razorpayKeyId: key('rzp_test_').slice(0, 24),
    razorpayKeySecret: key('rzp_secret_'),
    razorpayWebhookSecret: key('rzp_webhook_'),
  };
  return { ...sandboxEnv(keys, urls), PAYMENT_SANDBOX_STATE: join(dataDir(), 'payment-sandbox.json') };
}

/** Runs the sandbox as a program next to api and worker. */
export function runPaymentSandbox(launcher: Launcher, env: Record<string, string>): Service {
  // Stripping the types of the browser code uses an experimental API of Node, which would log a warning.
  const nodeArgs = ['--disable-warning=ExperimentalWarning'];
  return launcher.run(new Service('payment sandbox', 'tests/fixtures/payments/main.ts', { env, nodeArgs }));
}
