import { expect, it, vi } from 'vitest';
import { type Env, envSchema } from '../core/ops/env.ts';

// The settings of this process are read when they are imported; it has none.
vi.hoisted(() => {
  process.env.DATABASE_URL ??= 'postgres://haat@localhost/haat';
  process.env.JWT_SECRET ??= 'a secret for tests, known to everybody';
});

const TEXTS: Record<keyof Env, string> = {
  NODE_ENV:
    '`development`, `test` or `production`. Production needs a mail server, rejects weak secrets and sandboxes, and has no pages `/dev/…`',
  DATABASE_URL: 'PostgreSQL 15 or newer. `npm start` runs its own without it',
  DATABASE_DIRECT_URL: 'PostgreSQL itself, where `DATABASE_URL` is [a pooler](scaling.md#a-pooler)',
  DATABASE_POOL: 'Connections of each process, [and a few more](scaling.md#connections)',
  REDIS_URL: '[Redis](redis.md) for queues, live bus and rate limits instead of PostgreSQL',
  DATABASE_READ_URL: 'A standby that the api [reads from](scaling.md#reading-from-a-replica)',
  DATABASE_READ_MAX_LAG_MS: 'Used while it is at most this many milliseconds behind, 200 to 8000',
  HOST: 'The address to listen on; with `npm start` 127.0.0.1',
  PORT: 'The port of the api',
  PUBLIC_URL: 'The public address. Required in production, with https unless it is on this machine',
  CORS_ORIGINS: 'Allowed origins, separated by commas',
  TRUSTED_PROXIES:
    'How many proxies append to `X-Forwarded-For`; with 0 it is ignored. `docker-compose.yml` sets 1 for its proxy',
  JWT_SECRET:
    'Signs the tokens: at least 32 characters, the same for all processes. `openssl rand -base64 48` generates one',
  JWT_SECRET_PREVIOUS: 'The one before, while it is [replaced](operations.md#rotating-secrets)',
  SMTP_URL:
    '`smtp://user:password@host:587`. Required in production; otherwise, mail is stored and shown at `/dev/mail`',
  MAIL_FROM: 'The sender. In production an address of your own domain, whose DNS allows the mail server (SPF, DKIM)',
  ORDER_MAILS: 'Mails to customers about orders; `false` for load tests',
  ALERT_WEBHOOK_URL: 'Receives [alerts](message-gateway.md#alerts) about unanswered orders; https in production',
  ALERT_WEBHOOK_SECRET: 'Signs them: at least 16 characters. Both or neither',
  MESSAGE_WEBHOOK_URL:
    'Sends [messages](message-gateway.md) to mobile numbers, for login and orders; https in production',
  MESSAGE_WEBHOOK_SECRET: 'Signs them: at least 16 characters. Both or neither',
  UPLOADS_DIR: 'The folder of the pictures, shared by all replicas of the api',
  UPLOADS_S3_BUCKET: 'A [bucket](scaling.md#pictures) instead of the folder, together with region and keys',
  UPLOADS_S3_REGION: 'Its region',
  UPLOADS_S3_ENDPOINT: 'Its address, for stores other than Amazon’s',
  UPLOADS_S3_PATH_STYLE: '`false`: the bucket is part of the host name instead of the path',
  UPLOADS_S3_ACCESS_KEY_ID: 'Its key',
  UPLOADS_S3_SECRET_ACCESS_KEY: 'The secret of the key',
  UPLOADS_PUBLIC_URL: 'The public address of its objects, such as a CDN. Otherwise the api serves them',
  CLIENT_DIR: 'The folder of the built client',
  METRICS_PORT: 'The port of `/metrics`, `/live` and `/ready`, one for api and one for worker; internal use only',
  METRICS_HOST: 'Its address; 0.0.0.0 only in a container',
  LOG_LEVEL: '`fatal`, `error`, `warn`, `info`, `debug` or `silent`',
  WORKER_CONCURRENCY: 'Concurrent jobs of the order queue in each worker',
  DRAIN_SECONDS: 'How long an api that [stops](deployment.md#stopping-and-restarting) keeps answering as not ready',
  STOP_SECONDS: 'How long running requests and jobs may take then',
  OTP_RESEND_SECONDS:
    'Between two one-time codes that a network address requests for one email address or mobile number',
  OTP_PER_EMAIL_PER_HOUR:
    'How many of these per hour. The limits [per day](../SECURITY.md#one-time-codes) are multiples',
  OTP_PER_IP_PER_HOUR: 'How many a network address requests per hour for all of them together',
  ORDERS_PER_HOUR:
    'Orders of one account. Twice as many payments can be started, and 0 means no limit, here and in the next two',
  ORDERS_PER_HOUR_NEW: 'The same without a delivered order. A third of them may reserve stock until they are paid',
  ORDERS_PER_IP_PER_HOUR: 'The same of all new accounts of one network address; a mobile network shares one',
  SEARCHES_PER_IP_PER_MINUTE: 'Searches across shops from one network address, in each api process. 0: no limit',
  API_DOCS: 'Whether to serve `/api/docs`',
  RAZORPAY_KEY_ID: 'Keys of [Razorpay](payments.md#going-live). Without a provider there is cash only',
  RAZORPAY_KEY_SECRET: 'The secret of the key',
  RAZORPAY_WEBHOOK_SECRET: 'The secret of its webhook, required in production',
  RAZORPAY_API_URL: 'A sandbox. Production rejects this, and any other checkout',
  RAZORPAY_CHECKOUT_URL: 'The script of its checkout',
  STRIPE_SECRET_KEY: 'The key of [Stripe](payments.md#going-live)',
  STRIPE_WEBHOOK_SECRET: 'The secret of its webhook, required in production',
  STRIPE_API_URL: 'A sandbox, rejected in production',
  PAYMENT_SANDBOX_URL: 'A sandbox, rejected in production',
  FIREBASE_WEB_CONFIG: 'For [push messages](push.md), api: the web config',
  FIREBASE_VAPID_KEY: 'The public key of web push. Both or neither',
  FIREBASE_SERVICE_ACCOUNT: 'For the worker: the key file, as JSON or in base64. Otherwise, messages are only logged',
  FCM_API_URL: 'A local server instead of Firebase, rejected in production',
};

const ROWS = Object.entries(envSchema.shape).map(([name, schema]) => {
  const { success, data } = schema.safeParse(undefined);
  const shown = data === undefined || typeof data === 'object' ? '' : `\`${data}\``;
  return `| \`${name}\` | ${success ? shown : 'required'} | ${TEXTS[name as keyof Env]} |`;
});

it('the table of the settings has each with its default', async () => {
  const page = `# Settings

Every setting of api and worker, as \`core/ops/env.ts\` has it; \`npm start\` needs none. \`NAME_FILE\` names a file with the value
instead. Programs read the environment only (\`node --env-file=.env\`), \`npm run\` commands also \`.env\`; \`npm run doctor\` checks
the values. \`npm run unit -- docs/settings.test.ts -u\` writes this page again.

<!-- prettier-ignore -->
| Setting | Default | Meaning |
| --- | --- | --- |
${ROWS.join('\n')}

\`npm start\` also reads \`HAAT_DATA_DIR\`, the folder of its data (\`.data\`).
`;
  await expect(page).toMatchFileSnapshot('./settings.md');
});
