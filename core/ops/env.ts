import { MAX_REPLICA_LAG_MS } from '@haat/contract/read-from';
import * as z from 'zod';
import { firebaseServiceAccount, firebaseWebConfig } from '../gateways/firebase-settings.ts';
import { parseRedisAddress } from '../redis-address.ts';
import { setting } from './setting.ts';

const count = z.coerce.number().int().min(0);
const uses = count.max(1_000_000_000);
const flag = z.stringbool();

const redisUrl = z.string().superRefine((url, { addIssue }) => {
  try {
    parseRedisAddress(url);
  } catch (error) {
    addIssue({ code: 'custom', message: (error as Error).message });
  }
});

const RAZORPAY_CHECKOUT = 'https://checkout.razorpay.com/v1/checkout.js';

const GO_TOGETHER = [
  ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET'],
  ['RAZORPAY_KEY_SECRET', 'RAZORPAY_KEY_ID'],
  ['FIREBASE_WEB_CONFIG', 'FIREBASE_VAPID_KEY'],
  ['FIREBASE_VAPID_KEY', 'FIREBASE_WEB_CONFIG'],
  ['ALERT_WEBHOOK_URL', 'ALERT_WEBHOOK_SECRET'],
  ['ALERT_WEBHOOK_SECRET', 'ALERT_WEBHOOK_URL'],
  ['MESSAGE_WEBHOOK_URL', 'MESSAGE_WEBHOOK_SECRET'],
  ['MESSAGE_WEBHOOK_SECRET', 'MESSAGE_WEBHOOK_URL'],
  ['UPLOADS_S3_BUCKET', 'UPLOADS_S3_REGION'],
  ['UPLOADS_S3_BUCKET', 'UPLOADS_S3_ACCESS_KEY_ID'],
  ['UPLOADS_S3_BUCKET', 'UPLOADS_S3_SECRET_ACCESS_KEY'],
  ['UPLOADS_S3_REGION', 'UPLOADS_S3_BUCKET'],
  ['UPLOADS_S3_ENDPOINT', 'UPLOADS_S3_BUCKET'],
  ['UPLOADS_S3_ACCESS_KEY_ID', 'UPLOADS_S3_BUCKET'],
  ['UPLOADS_S3_SECRET_ACCESS_KEY', 'UPLOADS_S3_BUCKET'],
  ['UPLOADS_PUBLIC_URL', 'UPLOADS_S3_BUCKET'],
] as const;
const WEBHOOK_SECRETS = [
  ['RAZORPAY_KEY_ID', 'RAZORPAY_WEBHOOK_SECRET'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
] as const;
const SANDBOX_ONLY = [
  'RAZORPAY_API_URL',
  'RAZORPAY_CHECKOUT_URL',
  'STRIPE_API_URL',
  'PAYMENT_SANDBOX_URL',
  'FCM_API_URL',
] as const;

/** Every setting of api and worker, with its default. docs/settings.test.ts explains each, and writes docs/settings.md. */
export const envSchema = z
  .object({
    NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
    DATABASE_URL: z.url(),
    DATABASE_DIRECT_URL: z.url().optional(),
    DATABASE_POOL: count.min(2).default(10),
    REDIS_URL: redisUrl.optional(),
    DATABASE_READ_URL: z.url().optional(),
    DATABASE_READ_MAX_LAG_MS: count.min(200).max(MAX_REPLICA_LAG_MS).default(2_000),
    HOST: z.string().default('0.0.0.0'),
    PORT: count.max(65_535).default(8080),
    PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:8080'),
    CORS_ORIGINS: z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((origin) => origin.trim())
          .filter(Boolean),
      ),
    TRUSTED_PROXIES: count.default(0),
    JWT_SECRET: z.string().min(32, 'must have at least 32 characters; try: openssl rand -base64 48'),
    JWT_SECRET_PREVIOUS: z.string().min(32).optional(),
    SMTP_URL: z.url().optional(),
    MAIL_FROM: z.string().default('Haat <no-reply@haat.example>'),
    ORDER_MAILS: flag.default(true),
    ALERT_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
    ALERT_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
    MESSAGE_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
    MESSAGE_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
    UPLOADS_DIR: z.string().default('.data/uploads'),
    UPLOADS_S3_BUCKET: z.string().optional(),
    UPLOADS_S3_REGION: z.string().optional(),
    UPLOADS_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
    UPLOADS_S3_PATH_STYLE: flag.default(true),
    UPLOADS_S3_ACCESS_KEY_ID: z.string().optional(),
    UPLOADS_S3_SECRET_ACCESS_KEY: z.string().optional(),
    UPLOADS_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
    CLIENT_DIR: z.string().default('client/dist'),
    METRICS_PORT: count.max(65_535).optional(),
    METRICS_HOST: z.string().default('127.0.0.1'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
    WORKER_CONCURRENCY: count.min(1).default(16),
    DRAIN_SECONDS: count.max(600).default(0),
    STOP_SECONDS: count.min(1).max(600).default(10),
    OTP_RESEND_SECONDS: count.default(30),
    OTP_PER_EMAIL_PER_HOUR: count.min(1).default(10),
    OTP_PER_IP_PER_HOUR: count.min(1).default(60),
    ORDERS_PER_HOUR: uses.default(40),
    ORDERS_PER_HOUR_NEW: uses.default(8),
    ORDERS_PER_IP_PER_HOUR: uses.default(300),
    SEARCHES_PER_IP_PER_MINUTE: uses.default(300),
    API_DOCS: flag.default(true),
    RAZORPAY_KEY_ID: z.string().optional(),
    RAZORPAY_KEY_SECRET: z.string().optional(),
    RAZORPAY_WEBHOOK_SECRET: z.string().optional(),
    RAZORPAY_API_URL: z.url().optional(),
    RAZORPAY_CHECKOUT_URL: z.string().default(RAZORPAY_CHECKOUT),
    STRIPE_SECRET_KEY: z.string().optional(),
    STRIPE_WEBHOOK_SECRET: z.string().optional(),
    STRIPE_API_URL: z.url().optional(),
    PAYMENT_SANDBOX_URL: z.url().optional(),
    FIREBASE_WEB_CONFIG: firebaseWebConfig.optional(),
    FIREBASE_VAPID_KEY: z.string().optional(),
    FIREBASE_SERVICE_ACCOUNT: firebaseServiceAccount.optional(),
    FCM_API_URL: z.url().optional(),
  })
  .refine((env) => env.NODE_ENV !== 'production' || env.SMTP_URL, {
    path: ['SMTP_URL'],
    error: 'is needed in production: without it no one-time code is delivered',
  })
  .superRefine((env, { addIssue }) => {
    for (const [name, needed] of GO_TOGETHER) {
      if (env[name] && !env[needed]) addIssue({ code: 'custom', path: [needed], message: `is needed with ${name}` });
    }
    const { FIREBASE_WEB_CONFIG: web, FIREBASE_SERVICE_ACCOUNT: account } = env;
    if (web && account && web.projectId !== account.project_id) {
      const message = `belongs to the project ${account.project_id}, FIREBASE_WEB_CONFIG to ${web.projectId}`;
      addIssue({ code: 'custom', path: ['FIREBASE_SERVICE_ACCOUNT'], message });
    }
    if (env.NODE_ENV !== 'production') return;
    for (const [name, needed] of WEBHOOK_SECRETS) {
      const message = 'is needed in production: without it the provider cannot report payments';
      if (env[name] && !env[needed]) addIssue({ code: 'custom', path: [needed], message });
    }
    for (const name of ['RAZORPAY_WEBHOOK_SECRET', 'STRIPE_WEBHOOK_SECRET'] as const) {
      const message = `must have at least ${MIN_WEBHOOK_SECRET} characters in production, so that nobody can forge payments`;
      const isShort = (env[name]?.length ?? MIN_WEBHOOK_SECRET) < MIN_WEBHOOK_SECRET;
      if (isShort) addIssue({ code: 'custom', path: [name], message });
    }
    if (/[@.]example\W*$/.test(env.MAIL_FROM)) {
      const message = 'is needed in production: mail servers reject mail whose sender is not of your own domain';
      addIssue({ code: 'custom', path: ['MAIL_FROM'], message });
    }
    const url = URL.parse(env.PUBLIC_URL);
    if (url && url.protocol !== 'https:' && !LOOPBACK.has(url.hostname)) {
      const message = 'must begin with https:// in production, unless it is an address of this machine';
      addIssue({ code: 'custom', path: ['PUBLIC_URL'], message });
    }
    for (const [name, receives] of [
      ['MESSAGE_WEBHOOK_URL', 'one-time codes'],
      ['ALERT_WEBHOOK_URL', 'mobile numbers'],
    ] as const) {
      const receiver = URL.parse(env[name] ?? '');
      if (!receiver || receiver.protocol === 'https:' || LOOPBACK.has(receiver.hostname)) continue;
      addIssue({
        code: 'custom',
        path: [name],
        message: `must begin with https:// in production: it receives ${receives}`,
      });
    }
    for (const name of SANDBOX_ONLY) {
      const message = 'points to the sandbox, which is not allowed in production';
      if (env[name] !== undefined && env[name] !== RAZORPAY_CHECKOUT)
        addIssue({ code: 'custom', path: [name], message });
    }
    for (const name of ['JWT_SECRET', 'JWT_SECRET_PREVIOUS'] as const) {
      if (isGuessable(env[name])) addIssue({ code: 'custom', path: [name], message: GUESSABLE });
    }
  });

const GUESSABLE = 'can be guessed, which is not allowed in production; try: openssl rand -base64 48';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** The providers generate longer ones. */
const MIN_WEBHOOK_SECRET = 16;
/** An alphabet has one step from character to character, 32 random hexadecimal digits have 21 different ones, rarely below 14. */
const MIN_STEPS = 12;
/** Words of manuals, rows of the keyboard, and repeated texts. */
const TYPED = /change.?me|example|sample|secret|password|default|your.?key|qwert|asdfg|zxcvb|(.{8,})\1/i;

function isGuessable(secret: string | undefined): boolean {
  if (secret === undefined) return false;
  const steps = Array.from(secret.slice(1), (next, at) => next.charCodeAt(0) - secret.charCodeAt(at));
  return new Set(steps).size < MIN_STEPS || TYPED.test(secret);
}

/** Its message names every wrong setting. */
class InvalidSettings extends Error {
  override name = 'InvalidSettings';
}

export type Env = z.infer<typeof envSchema>;

/** The settings of this process. All wrong ones are reported together, before anything starts. */
export const env: Env = readEnv(process.env);

/** Settings from variables; `NAME_FILE` names a file that holds the value, as secrets are mounted. Throws InvalidSettings naming all problems. */
export function readEnv(variables: NodeJS.ProcessEnv): Env {
  const values = Object.fromEntries(Object.keys(envSchema.shape).map((name) => [name, setting(name, variables)]));
  const result = envSchema.safeParse(values);
  const problems = (result.error?.issues ?? []).map(({ path, code, message }) => {
    const name = path.join('.');
    return `  ${name} ${code === 'invalid_type' && values[name] === undefined ? 'is required' : message}`;
  });
  if (values.NODE_ENV === 'production' && values.PUBLIC_URL === undefined)
    problems.push('  PUBLIC_URL is needed in production: links in mails and on posters begin with it');
  if (result.success && problems.length === 0) return result.data;
  throw new InvalidSettings(
    `Invalid configuration:\n${problems.join('\n')}\ndocs/settings.md explains each setting. Programs read the environment only: node --env-file=.env`,
  );
}
