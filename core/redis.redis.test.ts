import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, it, vi } from 'vitest';
import { connectRedisBus } from './live/redis-bus.ts';
import { redisQueueBackend } from './queue/queues.ts';
import { log } from './ops/log.ts';
import { freePort } from '../tools/lib/ports.ts';
import { OwnRedisServer } from './test/own-redis-server.ts';
import { startWorkerProgram } from './test/program.ts';
import { connectRedis, readyWithin, type RedisConnection } from './redis.ts';

const CERTIFICATE =
  'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost'.split(' ');
const PASSWORD = 'a-password-of-these-tests';
const WITHIN = { timeout: 30_000, interval: 50 };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  vi.restoreAllMocks();
});

async function startRedis(settings: string[] = []): Promise<OwnRedisServer> {
  const server = await OwnRedisServer.at(settings);
  closing.push(() => server.stop());
  await server.start();
  return server;
}

function connected(url: string): RedisConnection {
  const redis = connectRedis({ url, name: 'haat-test' });
  closing.push(() => redis.disconnect());
  return redis;
}

const withUser = (url: string, user: string): string => url.replace('redis://', `redis://${user}@`);

/** Whether jobs are taken and done, and signals carried. */
async function everythingWorks(url: string): Promise<void> {
  const backend = redisQueueBackend(url);
  await backend.ping();
  const queue = backend.queue('maintenance');
  const done: unknown[] = [];
  const worker = backend.worker('maintenance', async ({ name }) => void done.push(name), 1);
  await queue.upsertJobScheduler('by-the-clock', { every: 3_600_000 }, { name: 'by-the-clock' });
  await queue.addBulk([
    { name: 'one', data: {} },
    { name: 'two', data: {} },
  ]);
  await vi.waitFor(() => expect(new Set(done)).toEqual(new Set(['by-the-clock', 'one', 'two'])), WITHIN);
  await Promise.all([worker.close(), queue.close()]);
  await backend.close();

  const bus = await connectRedisBus(url);
  const listener = vi.fn();
  bus.subscribe(listener);
  await bus.publish({ type: 'catalog', shopId: 7, version: 1 });
  await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce(), WITHIN);
  await bus.close();
}

it('logs a wrong password without its value, and connects once it is correct', async () => {
  const warn = vi.spyOn(log, 'warn');
  const server = await startRedis(['--requirepass', 'another']);
  const url = withUser(server.url, `:${PASSWORD}`);
  const redis = connected(url);
  await expect(readyWithin(redis, 500)).rejects.toThrow('Redis does not respond');
  await expect(redis.ping()).rejects.toThrow(/isn't writeable|closed|retries/);
  const said = JSON.stringify(warn.mock.calls);
  expect(said).toContain('WRONGPASS');
  expect(said).not.toContain(PASSWORD);

  await server.ask((client) => client.config('SET', 'requirepass', PASSWORD), 'another');
  await vi.waitFor(async () => expect(await redis.ping()).toBe('PONG'), WITHIN);
});

it('needs no more rights than the manual says', async () => {
  const server = await startRedis();
  const rights = ['on', `>${PASSWORD}`, '~{haat}:*', '&haat_live_*', '+@all', '-@admin', '-@dangerous', '+info'];
  await server.ask((client) => client.acl('SETUSER', 'haat', ...rights));
  await everythingWorks(withUser(server.url, `haat:${PASSWORD}`));
});

it('warns of a Redis that evicts keys', async () => {
  const warn = vi.spyOn(log, 'warn');
  const server = await startRedis(['--maxmemory-policy', 'allkeys-lru']);
  const backend = redisQueueBackend(server.url);
  closing.push(() => backend.close());
  await backend.ping();
  await vi.waitFor(() => {
    expect(warn).toHaveBeenCalledWith({ policy: 'allkeys-lru' }, expect.stringContaining('noeviction'));
  }, WITHIN);
});

it('does not wait for a Redis that accepts commands but does not answer', async () => {
  const server = await startRedis();
  const redis = connected(server.url);
  await readyWithin(redis, 20_000);
  server.freeze();
  await expect(redis.ping()).rejects.toThrow('timed out');
  server.thaw();
  await vi.waitFor(async () => expect(await redis.ping()).toBe('PONG'), WITHIN);
});

it('connects to Redis over TLS, and rejects an untrusted certificate', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'haat-tls-'));
  closing.push(() => rmSync(folder, { recursive: true }));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = spawnSync('openssl', [...CERTIFICATE, '-keyout', key, '-out', certificate]);
  expect(made.status).toBe(0);
  const port = await freePort();
  const files = ['--tls-key-file', key, '--tls-cert-file', certificate, '--tls-auth-clients', 'no'];
  const server = await startRedis(['--tls-port', String(port), ...files]);
  const url = `rediss://localhost:${port}`;

  const doubting = connectRedis({ url, name: 'haat-test' });
  closing.push(() => doubting.disconnect());
  await expect(readyWithin(doubting, 500)).rejects.toThrow('Redis does not respond');

  const worker = await startWorkerProgram({ env: { REDIS_URL: url, NODE_EXTRA_CA_CERTS: certificate } });
  closing.push(() => worker.kill());
  const schedules = () => server.ask((client) => client.zcard('{haat}:maintenance:repeat'));
  await vi.waitFor(async () => expect(await schedules()).toBeGreaterThan(0), WITHIN);
}, 90_000);
