import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import type { User } from '@haat/core/db/accounts.models';
import { createMember, createShop } from '@haat/core/test/factories';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

const WITHIN = { timeout: 30_000 };

type Program = { child: ChildProcess; output(): string; exited: Promise<unknown> };

const running: Program[] = [];
let shop: Shop;
let vendor: User;
beforeAll(async () => {
  connectDatabase();
  shop = await createShop();
  vendor = await createMember({ shop });
});
afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map(({ exited }) => exited));
});
afterAll(() => closeDatabase());

function run(entry: string, env: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', entry)], {
    env: { ...process.env, NODE_ENV: 'development', PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'debug', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += String(chunk)));
  const program = { child, output: () => text, exited: once(child, 'exit') };
  running.push(program);
  return program;
}

async function startApi(env?: Record<string, string>): Promise<Program & { url: string }> {
  const program = run('api/main.ts', env);
  const port = await vi.waitFor(
    () => /"port":(\d+)/.exec(program.output())?.[1] ?? Promise.reject(program.output()),
    WITHIN,
  );
  return { ...program, url: `http://127.0.0.1:${port}` };
}

const post = (url: string, body: object, token = '', requestId: string = randomUUID()): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, 'x-request-id': requestId },
  });

/** The messages of the log lines with this id; the request line has none. */
const linesOf = (program: Program, id: string): (string | undefined)[] =>
  program
    .output()
    .split('\n')
    .filter((line) => line.includes(id))
    .map((line) => (JSON.parse(line) as { msg?: string }).msg);

it('ends with one log line that names the settings that are missing', async () => {
  const program = run('worker/main.ts', { DATABASE_URL: '', LOG_LEVEL: 'info' });
  expect(await program.exited).toEqual([1, null]);
  const line = JSON.parse(program.output()) as { level: string; msg: string };
  expect(line).toMatchObject({ level: 'fatal', msg: expect.stringContaining('DATABASE_URL is required') });
});

it('logs every request, without credentials', async () => {
  const [{ slug }, { email }] = [shop, vendor];
  const [api, worker] = [await startApi(), run('worker/main.ts')];
  await post(`${api.url}/api/auth/send-token`, { email, shop_slug: slug }, '', 'asked-for-a-code');
  const code = await vi.waitFor(
    async () => {
      const [mail] = (await (await fetch(`${api.url}/dev/mail?to=${email}`)).json()) as { text: string }[];
      return /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? Promise.reject(new Error(worker.output()));
    },
    { timeout: 20_000, interval: 100 },
  );
  const login = await (
    await post(`${api.url}/api/auth/login-with-token`, { email, token: code, shop_slug: slug })
  ).json();
  const refreshed = await (
    await post(`${api.url}/api/auth/refresh-token`, { refreshToken: login.refreshToken })
  ).json();
  const ticket = await (await post(`${api.url}/api/notifications/stream-ticket`, {}, login.token)).json();
  for (const token of [login.token, ticket.ticket, 'no-good-token-canary']) {
    const reading = new AbortController();
    await fetch(`${api.url}/api/notifications/stream?lastEventId=0&token=${token}`, { signal: reading.signal });
    reading.abort();
  }
  await post(`${api.url}/api/auth/logout`, { refreshToken: refreshed.refreshToken }, login.token);

  await vi.waitFor(() => expect(api.output()).toContain('/api/auth/logout'), WITHIN);
  const streams = api
    .output()
    .split('\n')
    .filter((line) => line.includes('/stream?lastEventId=0'));
  expect(streams.map((line) => JSON.parse(line).url)).toEqual(
    Array.from({ length: 3 }, () => '/api/notifications/stream?lastEventId=0&token=[redacted]'),
  );
  await vi.waitFor(() => expect(linesOf(worker, 'asked-for-a-code')).toContain('Job completed'), WITHIN);
  expect(linesOf(api, 'asked-for-a-code')).toEqual(expect.arrayContaining(['Dispatching an outbox row', undefined]));
  expect(linesOf(worker, 'asked-for-a-code')).toEqual(['Mail sent', 'Job completed']);

  const secrets = [code, login.token, login.refreshToken, refreshed.token, refreshed.refreshToken, ticket.ticket];
  const said = api.output() + worker.output();
  expect([...secrets, 'no-good-token-canary'].filter((secret) => said.includes(secret))).toEqual([]);
});

it('exits when its parent is gone', async () => {
  const api = await startApi();
  api.child.disconnect();
  expect(await api.exited).toEqual([0, null]);
});
