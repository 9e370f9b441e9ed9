import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { envSchema, readEnv } from './env.ts';

const example = parseEnv(readFileSync(join(import.meta.dirname, '..', '..', '.env.example'), 'utf8'));
const needed = { DATABASE_URL: 'postgres://h@localhost/h', JWT_SECRET: 'x'.repeat(32) };

const production = {
  ...needed,
  NODE_ENV: 'production',
  SMTP_URL: 'smtp://mail',
  MAIL_FROM: 'Haat <orders@haat.test>',
  PUBLIC_URL: 'https://shop.example',
  JWT_SECRET: randomBytes(36).toString('base64'),
};

describe('.env.example', () => {
  it('lists exactly the settings there are', () => {
    expect(Object.keys(example).toSorted()).toEqual(Object.keys(envSchema.shape).toSorted());
  });

  it('shows the defaults', () => {
    expect(readEnv({ ...example, ...needed })).toEqual(readEnv(needed));
  });
});

describe('readEnv', () => {
  it('names every wrong setting at once', () => {
    expect(() => readEnv({ PORT: 'many', JWT_SECRET: 'short' })).toThrow(/DATABASE_URL[^]*PORT[^]*JWT_SECRET/);
  });

  it('shows the format of an address of Redis', () => {
    const redis = (url: string) => readEnv({ ...needed, REDIS_URL: url }).REDIS_URL;
    expect(redis('redis+sentinel://one:26379,two/main')).toBe('redis+sentinel://one:26379,two/main');
    expect(() => redis('redis+sentinel://one,two')).toThrow(/REDIS_URL must name sentinels and their primary: redis/);
  });

  it('refuses production without a mail server', () => {
    expect(() => readEnv({ ...needed, NODE_ENV: 'production' })).toThrow(/SMTP_URL is needed in production/);
    expect(readEnv({ ...production, SMTP_URL: 'smtp://mail' }).SMTP_URL).toBe('smtp://mail');
  });

  it('refuses production without a sender of mail that servers accept', () => {
    for (const MAIL_FROM of [undefined, 'Haat <no-reply@haat.example>', 'no-reply@haat.example', 'orders@example'])
      expect(() => readEnv({ ...production, MAIL_FROM })).toThrow(/MAIL_FROM is needed in production/);
    expect(readEnv({ ...production, MAIL_FROM: 'me@example.com' }).MAIL_FROM).toBe('me@example.com');
  });

  it('says which setting is required, and what is wrong with one that is set', () => {
    expect(() => readEnv({ JWT_SECRET: 'short' })).toThrow(
      /DATABASE_URL is required\n +JWT_SECRET must have at least 32/,
    );
  });

  it('refuses a message gateway without its secret, and in production one that is not encrypted', () => {
    const gateway = { MESSAGE_WEBHOOK_URL: 'https://gateway.example/messages', MESSAGE_WEBHOOK_SECRET: 'x'.repeat(16) };
    expect(readEnv({ ...production, ...gateway }).MESSAGE_WEBHOOK_URL).toBe(gateway.MESSAGE_WEBHOOK_URL);
    for (const name of ['MESSAGE_WEBHOOK_URL', 'MESSAGE_WEBHOOK_SECRET'])
      expect(() => readEnv({ ...needed, ...gateway, [name]: undefined })).toThrow(`${name} is needed with MESSAGE_`);
    const short = { ...gateway, MESSAGE_WEBHOOK_SECRET: 'short' };
    expect(() => readEnv({ ...needed, ...short })).toThrow(/MESSAGE_WEBHOOK_SECRET must have at least 16/);
    const open = { ...gateway, MESSAGE_WEBHOOK_URL: 'http://gateway.example' };
    expect(() => readEnv({ ...production, ...open })).toThrow(/MESSAGE_WEBHOOK_URL must begin with https/);
    expect(readEnv({ ...needed, ...open }).MESSAGE_WEBHOOK_URL).toBe('http://gateway.example');
  });

  it('refuses production without a public address, or with one that is not encrypted', () => {
    expect(() => readEnv({ ...production, PUBLIC_URL: undefined })).toThrow(/PUBLIC_URL is needed in production/);
    for (const PUBLIC_URL of ['http://shop.example', 'http://192.168.1.7:8080', 'http://localhost.shop.example'])
      expect(() => readEnv({ ...production, PUBLIC_URL })).toThrow(/PUBLIC_URL must begin with https/);
    for (const PUBLIC_URL of ['https://shop.example', 'http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:80'])
      expect(readEnv({ ...production, PUBLIC_URL }).PUBLIC_URL).toBe(PUBLIC_URL);
    for (const PUBLIC_URL of ['ftp://shop.example', 'shop.example']) {
      expect(() => readEnv({ ...needed, PUBLIC_URL })).toThrow(/Invalid configuration:\n +PUBLIC_URL/);
      expect(() => readEnv({ ...production, PUBLIC_URL })).toThrow(/Invalid configuration:\n +PUBLIC_URL/);
    }
  });

  it.each([
    ['x'.repeat(48)],
    ['a secret for tests, known to everybody'],
    ['change-me-change-me-change-me-please-0123456789'],
    ['MyVeryLongPassword1234567890-abcdefghijk'],
    ['1234567890'.repeat(4)],
    ['abcdefghijklmnopqrstuvwxyz0123456789'],
    ['zyxwvutsrqponmlkjihgfedcba9876543210'],
    ['qwertyuiopasdfghjklzxcvbnm1234567890'],
    ['Kj8#mQ2x!pL5'.repeat(3)],
  ])('refuses production with a secret like %s', (secret) => {
    expect(() => readEnv({ ...production, JWT_SECRET: secret })).toThrow(/JWT_SECRET can be guessed/);
    expect(() => readEnv({ ...production, JWT_SECRET_PREVIOUS: secret })).toThrow(/JWT_SECRET_PREVIOUS can be guessed/);
    expect(readEnv({ ...needed, JWT_SECRET: secret }).JWT_SECRET).toBe(secret);
  });

  it('takes a short hexadecimal secret in production, of whose sixteen digits some are always missing', () => {
    const secret = 'f00d1e55b0a7c0ffee5eedf00d1e55b0';
    expect(readEnv({ ...production, JWT_SECRET: secret }).JWT_SECRET).toBe(secret);
  });

  it.each(['base64', 'base64url', 'hex'] as const)('accepts every random secret in production, in %s', (encoding) => {
    for (let each = 0; each < 300; each += 1) {
      const secret = randomBytes(encoding === 'hex' ? 16 : 24).toString(encoding);
      expect(readEnv({ ...production, JWT_SECRET: secret }).JWT_SECRET).toBe(secret);
    }
  });

  it('takes a secret from the file that NAME_FILE names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'haat-env-'));
    const file = join(folder, 'secret');
    writeFileSync(file, `${'s'.repeat(40)}\n`);
    expect(readEnv({ ...needed, JWT_SECRET: '', JWT_SECRET_FILE: file }).JWT_SECRET).toBe('s'.repeat(40));
    rmSync(folder, { recursive: true });
  });

  it('takes origins as a list', () => {
    expect(readEnv({ ...needed, CORS_ORIGINS: 'https://a.in, https://b.in,' }).CORS_ORIGINS).toEqual([
      'https://a.in',
      'https://b.in',
    ]);
  });
});

describe('keys of payment providers', () => {
  const keys = { RAZORPAY_KEY_ID: 'rzp_live_k', RAZORPAY_KEY_SECRET: 'k', STRIPE_SECRET_KEY: 'sk_live_k' };

  it('come with their other half', () => {
    expect(() => readEnv({ ...needed, RAZORPAY_KEY_ID: 'k' })).toThrow('RAZORPAY_KEY_SECRET is needed with');
    expect(() => readEnv({ ...needed, RAZORPAY_KEY_SECRET: 'k' })).toThrow('RAZORPAY_KEY_ID is needed with');
    expect(readEnv({ ...needed, ...keys }).STRIPE_SECRET_KEY).toBe('sk_live_k');
  });

  it('come with the secrets of their webhooks in production', () => {
    expect(() => readEnv({ ...production, ...keys })).toThrow(
      /RAZORPAY_WEBHOOK_SECRET is needed in production[^]*STRIPE_WEBHOOK_SECRET is needed in production/,
    );
    const secrets = { RAZORPAY_WEBHOOK_SECRET: 'w'.repeat(16), STRIPE_WEBHOOK_SECRET: 'whsec_0123456789' };
    expect(readEnv({ ...production, ...keys, ...secrets })).toMatchObject(secrets);
    for (const name of Object.keys(secrets))
      expect(() => readEnv({ ...production, ...keys, ...secrets, [name]: 'x' })).toThrow(
        `${name} must have at least 16`,
      );
  });

  it.each(['RAZORPAY_API_URL', 'RAZORPAY_CHECKOUT_URL', 'STRIPE_API_URL', 'PAYMENT_SANDBOX_URL', 'FCM_API_URL'])(
    'lead to no sandbox in production: %s',
    (name) => {
      const leading = { [name]: 'http://127.0.0.1:1' };
      expect(() => readEnv({ ...production, ...leading })).toThrow(`${name} points to the sandbox`);
      expect(() => readEnv({ ...needed, ...leading })).not.toThrow();
    },
  );
});

describe('Firebase', () => {
  const web = { apiKey: 'k', appId: '1:2:web:3', projectId: 'haat-test', messagingSenderId: '2' };
  const account = {
    project_id: 'haat-test',
    client_email: 'push@haat-test.iam.gserviceaccount.com',
    private_key: '-----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY-----\n',
  };
  const settings = { FIREBASE_WEB_CONFIG: JSON.stringify(web), FIREBASE_VAPID_KEY: 'v' };
  const key = JSON.stringify({ type: 'service_account', ...account });

  it('takes the web config, and no more of it than browsers need', () => {
    const shown = JSON.stringify({ ...web, storageBucket: 'unused' });
    expect(readEnv({ ...needed, ...settings, FIREBASE_WEB_CONFIG: shown }).FIREBASE_WEB_CONFIG).toEqual(web);
  });

  it.each([
    ['as it is', key],
    ['in base64', Buffer.from(key).toString('base64')],
  ])('takes the key of the service account %s', (_, text) => {
    const env = readEnv({ ...needed, ...settings, FIREBASE_SERVICE_ACCOUNT: text });
    expect(env.FIREBASE_SERVICE_ACCOUNT).toEqual(account);
  });

  it.each([
    [
      'half of what browsers need',
      { FIREBASE_WEB_CONFIG: settings.FIREBASE_WEB_CONFIG },
      'FIREBASE_VAPID_KEY is needed',
    ],
    ['the other half', { FIREBASE_VAPID_KEY: 'v' }, 'FIREBASE_WEB_CONFIG is needed'],
    ['a web config that is none', { ...settings, FIREBASE_WEB_CONFIG: '{}' }, 'FIREBASE_WEB_CONFIG.apiKey'],
    ['what is not JSON', { FIREBASE_SERVICE_ACCOUNT: 'c2VjcmV0' }, 'FIREBASE_SERVICE_ACCOUNT is not JSON'],
    [
      'another project',
      { ...settings, FIREBASE_SERVICE_ACCOUNT: key.replace('haat-test"', 'other"') },
      'belongs to the project other',
    ],
  ])('refuses %s', (_, wrong, problem) => {
    expect(() => readEnv({ ...needed, ...wrong })).toThrow(problem);
  });
});

describe('the store of pictures', () => {
  const bucket = {
    UPLOADS_S3_BUCKET: 'pictures',
    UPLOADS_S3_REGION: 'ap-south-1',
    UPLOADS_S3_ACCESS_KEY_ID: 'id',
    UPLOADS_S3_SECRET_ACCESS_KEY: 'key',
  };

  it.each(Object.keys(bucket))('takes a bucket with all that belongs to it, and says when %s is missing', (name) => {
    expect(readEnv({ ...needed, ...bucket })).toMatchObject(bucket);
    expect(() => readEnv({ ...needed, ...bucket, [name]: '' })).toThrow(`${name} is needed with UPLOADS_S3_`);
  });

  it.each(['UPLOADS_S3_ENDPOINT', 'UPLOADS_PUBLIC_URL'])('rejects %s without a bucket', (name) => {
    const given = { ...needed, [name]: 'https://store.example' };
    expect(() => readEnv(given)).toThrow(`UPLOADS_S3_BUCKET is needed with ${name}`);
    expect(() => readEnv({ ...given, ...bucket, [name]: 'store.example:9000' })).toThrow(name);
    expect(readEnv({ ...given, ...bucket })).toMatchObject({ [name]: 'https://store.example' });
  });
});
