import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../../tools/lib/ports.ts';
import { directTestDatabase, testDatabase } from '../../test/database.ts';
import { checkDatabase } from './check-database.ts';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'haat-doctor-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs `npm run doctor` with only these settings, ignoring any .env of the repository. */
async function doctor(settings: Record<string, string>, ...args: string[]): Promise<{ code: number; said: string }> {
  const own = {
    PATH: process.env.PATH ?? '',
    UPLOADS_DIR: join(folder, 'uploads'),
    LOG_LEVEL: 'silent',
    HAAT_ENV_FILE: '',
  };
  const child = spawn(process.execPath, ['tools/doctor.ts', ...args], { env: { ...own, ...settings } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}

const secret = 'Qm9hdHMgc2FpbCBhd2F5IGF0IGRhd24gd2l0aCB0aGUgdGlkZQ';

it('says what runs by itself where nothing is configured', async () => {
  const { code, said } = await doctor({});
  expect(said).toContain('– PostgreSQL: DATABASE_URL is not set: npm start runs an embedded server');
  expect(said).toContain('– Mail: SMTP_URL is not set');
  expect(said).toContain('No problems found.');
  expect(code).toBe(0);
});

it('finds a sound database ready, its clock and the rest of it', async () => {
  const { said } = await doctor({ DATABASE_URL: directTestDatabase(), JWT_SECRET: secret });
  for (const line of [
    '✔ Settings',
    '✔ PostgreSQL: ',
    '✔ Migrations: all',
    '✔ Schema: indexes, constraints and triggers are complete',
    '✔ Backup: this user may',
    '✔ Clock',
    '✔ Connections',
    '– Standby: no',
    '✔ LISTEN',
    '✔ Pictures',
  ])
    expect(said).toContain(line);
});

// A server that was named for the tests is of a version and of settings of its own.
it.skipIf(process.env.TEST_DATABASE_URL)('prints the server version, and reports that fsync is off', async () => {
  const { code, said } = await doctor({ DATABASE_URL: testDatabase(), JWT_SECRET: secret });
  expect(said).toContain('✔ PostgreSQL: 18');
  expect(said).toContain('✖ Disk: fsync');
  expect(code).toBe(1);
});

it('names every production setting that is missing or weak, and prints no value', async () => {
  const { code, said } = await doctor({
    NODE_ENV: 'production',
    DATABASE_URL: testDatabase(),
    JWT_SECRET: 'change-me-change-me-change-me-canary',
    PUBLIC_URL: 'http://shop.example',
    TRUSTED_PROXIES: '9',
    RAZORPAY_KEY_ID: 'canary-key',
    METRICS_PORT: '9464',
    METRICS_HOST: '0.0.0.0',
  });
  for (const line of [
    '✖ SMTP_URL is needed in production',
    '✖ MAIL_FROM: is needed in production',
    '✖ JWT_SECRET: can be guessed',
    '✖ RAZORPAY_KEY_SECRET: is needed',
    '✖ PUBLIC_URL: must begin with https://',
    '✖ Address: PUBLIC_URL is not https',
    '✖ TRUSTED_PROXIES: is 9',
    '✖ Razorpay: RAZORPAY_KEY_ID does not have',
    '– Metrics: on 0.0.0.0:9464',
  ])
    expect(said.replace('SMTP_URL: is', 'SMTP_URL is')).toContain(line);
  expect(said).not.toContain('canary');
  expect(code).toBe(1);
});

it('names what cannot be reached without the passwords of its address', async () => {
  const nobody = await freePort();
  const at = `doctor:secret-canary@127.0.0.1:${nobody}`;
  const { code, said } = await doctor({
    DATABASE_URL: `postgres://${at}/haat`,
    REDIS_URL: `redis://${at}`,
    SMTP_URL: `smtp://${at}`,
    UPLOADS_DIR: '/dev/null/none',
  });
  for (const about of [
    'PostgreSQL: cannot be reached',
    'Redis: cannot be reached',
    'Mail: the server',
    'Pictures: cannot',
  ])
    expect(said).toContain(`✖ ${about}`);
  expect(said).not.toContain('canary');
  expect(code).toBe(1);
});

it('counts the connections of queues and bus only where they are in PostgreSQL', async () => {
  const pairs = async (withRedis: boolean) => {
    const found = await checkDatabase(directTestDatabase(), { pool: 10, withRedis });
    const { message = '' } = found.find(({ about }) => about === 'Connections') ?? {};
    const [, left, many] = /^(\d+) are left, enough for (\d+) more of api and worker$/.exec(message)?.map(Number) ?? [];
    return { left: left ?? Number.NaN, many };
  };
  const [inPostgres, inRedis] = [await pairs(false), await pairs(true)];
  expect(inPostgres.many).toBe(Math.floor(inPostgres.left / 44));
  expect(inRedis.many).toBe(Math.floor(inRedis.left / 21));
});

it('distinguishes an empty database, pending migrations, and a restore that lacks indexes', async () => {
  const client = new pg.Client({ connectionString: directTestDatabase() });
  await client.connect();
  const empty = new URL(directTestDatabase());
  empty.pathname += '_empty';
  const settings = { DATABASE_URL: directTestDatabase(), JWT_SECRET: secret };
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(empty.pathname.slice(1))}`);
    expect((await doctor({ DATABASE_URL: empty.href })).said).toContain('✖ Migrations: the database is empty');
    // As before an upgrade.
    await client.query('DELETE FROM knex_migrations WHERE id = (SELECT max(id) FROM knex_migrations)');
    expect((await doctor(settings)).said).toContain('– Migrations: 1 pending: run npm run migrate');
    await client.query('DROP INDEX shops_nearby');
    expect((await doctor(settings)).said).toContain('✖ Schema: lacks index shops_nearby of shops');
  } finally {
    await client.end();
  }
});

it.skipIf(process.env.TEST_DATABASE_URL)('names what a user without rights lacks, and the remedy', async () => {
  const client = new pg.Client({ connectionString: directTestDatabase() });
  await client.connect();
  const bare = new URL(directTestDatabase());
  bare.pathname += '_bare';
  const [database, role] = [bare.pathname.slice(1), `role_of_${bare.pathname.slice(1)}`.slice(0, 63)];
  try {
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD 'bare'`);
    await client.query(`CREATE DATABASE ${database} OWNER ${role}`);
    [bare.username, bare.password] = [role, 'bare'];
    const { said } = await doctor({ DATABASE_URL: bare.href, JWT_SECRET: secret });
    expect(said).toContain(
      '✖ Extensions: earthdistance missing, and this user cannot create them. As a superuser, run in this database: CREATE EXTENSION earthdistance CASCADE',
    );
    expect(said).toContain(
      `– Backup: this user may not run npm run backup: as a superuser, ALTER ROLE ${role} REPLICATION`,
    );
  } finally {
    await client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await client.query(`DROP ROLE IF EXISTS ${role}`);
    await client.end();
  }
});

it('asks the mail server and the providers, for nothing that changes anything', async () => {
  const mails: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (_s, _t, done) => (mails.push('one'), done()),
  });
  const calls: string[] = [];
  const provider = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.writeHead(request.url?.includes('balance') ? 401 : 200).end('{}');
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const portOf = ({ address }: { address(): unknown }) => (address() as AddressInfo).port;
  const url = `http://127.0.0.1:${portOf({ address: () => provider.address() })}`;
  const keys = { RAZORPAY_KEY_ID: 'rzp_test_one', RAZORPAY_KEY_SECRET: 'two', STRIPE_SECRET_KEY: 'sk_test_three' };
  const { said } = await doctor(
    {
      ...keys,
      RAZORPAY_API_URL: url,
      STRIPE_API_URL: url,
      SMTP_URL: `smtp://127.0.0.1:${portOf({ address: () => smtp.server.address() })}`,
    },
    '--online',
  );
  smtp.close(() => {});
  provider.close();
  expect(said).toContain('✔ Mail: the server accepts');
  expect(said).toContain('✔ Razorpay: accepts our key');
  expect(said).toContain('✖ Stripe: rejects our key (401)');
  expect(calls.toSorted()).toEqual(['GET /v1/balance', 'GET /v1/payments?count=1']);
  expect(mails).toEqual([]);
});

it('reads the secret from a file, and reports a missing file', async () => {
  const file = join(folder, 'jwt');
  writeFileSync(file, secret);
  expect((await doctor({ JWT_SECRET_FILE: file })).code).toBe(0);
  const { code, said } = await doctor({ JWT_SECRET_FILE: join(folder, 'none') });
  expect([code, said.includes('✖ Settings')]).toEqual([1, true]);
});
