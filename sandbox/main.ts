import { conditionsSchema } from './world/conditions.ts';
import { startSandbox } from './start-sandbox.ts';

// The sandbox as a program of its own. It reads the very settings that lead api and worker to it.
const { env } = process;
const needed = (name: string): string => {
  const value = env[name];
  if (!value) throw new Error(`${name} is needed`);
  return value;
};
const portOf = (name: string): number => Number(new URL(needed(name)).port);
const host = !env.HOST || ['0.0.0.0', '::'].includes(env.HOST) ? '127.0.0.1' : env.HOST;

const sandbox = await startSandbox({
  keys: {
    stripeSecretKey: needed('STRIPE_SECRET_KEY'),
    stripeWebhookSecret: needed('STRIPE_WEBHOOK_SECRET'),
    razorpayKeyId: needed('RAZORPAY_KEY_ID'),
    razorpayKeySecret: needed('RAZORPAY_KEY_SECRET'),
    razorpayWebhookSecret: needed('RAZORPAY_WEBHOOK_SECRET'),
  },
  ports: {
    stripe: portOf('STRIPE_API_URL'),
    razorpay: portOf('RAZORPAY_API_URL'),
    pages: portOf('PAYMENT_SANDBOX_URL'),
  },
  productUrl: `http://${host}:${needed('PORT')}`,
  publicUrl: needed('PUBLIC_URL'),
  ...(env.PAYMENT_SANDBOX_STATE && { stateFile: env.PAYMENT_SANDBOX_STATE }),
  conditions: conditionsSchema.partial().parse(JSON.parse(env.PAYMENT_SANDBOX_CONDITIONS || '{}')),
});
process.send?.('ready');

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await sandbox.stop();
  process.exit(0);
}

process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
process.once('disconnect', () => void stop());
