import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { database } from '@haat/core/db/database';
import { readyQueue, createQueueBackend } from '@haat/core/queue/queues';
import { findSession } from '@haat/core/accounts/session';
import type { Context } from 'koa';
import { beforeAll, expect, it, vi } from 'vitest';
import { createMember, createShop, createUser } from '../../core/test/factories.ts';
import { readLook } from './dashboard-look.ts';
import { apiTest, type SignedIn } from '../test/api-client.ts';

const DASHBOARD = '/operator/queues';

const api = apiTest();
let operator: SignedIn;
let operatorId: number;
let others: SignedIn[];
beforeAll(async () => {
  const shop = await createShop();
  const user = await createUser();
  operatorId = user.id;
  await database().pool.query('UPDATE users SET is_platform_admin = true WHERE id = $1', [user.id]);
  const sign = async (who: { id: number }) => api.signIn({ user: who, shop });
  operator = await sign(user);
  others = [await sign(await createUser()), await sign(await createMember({ shop }))];
});

const cookieOf = async (who: SignedIn): Promise<string> => {
  const { headers, body } = await api.as(who).post('/api/operator/queue-dashboard', { body: {} });
  expect(body).toEqual({ path: `${DASHBOARD}/` });
  return headers.get('set-cookie') ?? '';
};
const cookie = (session: string) => ({ cookie: session.split(';')[0] ?? '' });
const look = (session: string, path = '/') => api.as().get(DASHBOARD + path, { headers: cookie(session) });
const change = (session: string, path: string, origin = api.url) =>
  api.as().request('PUT', DASHBOARD + path, { headers: { ...cookie(session), ...(origin && { origin }) } });

it('opens for an operator, by a cookie that is sent nowhere else and that no script reads', async () => {
  const session = await cookieOf(operator);
  expect(session).toContain('; Path=/operator/queues; Max-Age=3600; HttpOnly; SameSite=Strict');
  const page = await look(session);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
  const [script = ''] = /static\/js\/main[^"]+/.exec(page.text) ?? [];
  expect((await look(session, `/${script}`)).headers.get('content-type')).toContain('javascript');
  const { body } = await look(session, '/api/queues');
  expect(body.queues.map(({ name }: { name: string }) => name)).toContain('order-events');
});

it('looks like the app, loads nothing from elsewhere, and leads back', async () => {
  const session = await cookieOf(operator);
  const page = await look(session);
  expect(page.text).toContain('<link href="haat.css" rel="stylesheet">');
  expect(page.text).not.toMatch(/(?:src|href)="https?:/);
  expect(page.text).toContain('<a class="haat-back" href="/#/operator/shops">');
  const [, config = ''] = /<script id="__UI_CONFIG__" type="application\/json">(.*?)<\/script>/s.exec(page.text) ?? [];
  expect(JSON.parse(config)).toMatchObject({
    miscLinks: [{ url: '/#/operator/shops' }],
    theme: { light: { primary: '#0b5d66' }, dark: { primary: '#5cc7d1' } },
  });
  const styles = await look(session, '/haat.css');
  expect([styles.status, styles.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
  expect((await api.as().get(`${DASHBOARD}/haat.css`)).status).toBe(401);
});

it('has the font of the built client, if there is one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'haat-look-'));
  expect(await readLook(folder)).not.toContain('@font-face');
  await mkdir(join(folder, 'static/media'), { recursive: true });
  for (const name of ['anek-rupee.a1.woff2', 'anek-latin.b2.woff2'])
    await writeFile(join(folder, 'static/media', name), '');
  expect(await readLook(folder)).toContain("src: url('/static/media/anek-latin.b2.woff2')");
  await rm(folder, { recursive: true });
});

it('has a cookie that only this host can set, over HTTPS', async () => {
  vi.resetModules();
  vi.stubEnv('PUBLIC_URL', 'https://haat.example');
  const { setDashboardCookie } = await import('./dashboard-session.ts');
  const append = vi.fn();
  const session = await findSession(operator.sessionId);
  await setDashboardCookie({ append } as unknown as Context, session!);
  const [, value] = append.mock.calls[0] ?? [];
  expect(value).toMatch(
    /^__Host-haat_queue_dashboard=[\w.-]+; Path=\/; Secure; Max-Age=3600; HttpOnly; SameSite=Strict$/,
  );
});

it('rejects all other users in every call, with any token', async () => {
  for (const path of ['', '/', '/api/queues', '/static/js/main.js', '/api/queues/mail/1']) {
    expect((await api.as().get(DASHBOARD + path)).status).toBe(401);
    expect((await look('haat_queue_dashboard=nonsense', path)).status).toBe(401);
    for (const who of [operator, ...others]) {
      expect((await api.as(who).get(DASHBOARD + path)).status).toBe(401);
      // A token of another type is not accepted.
      expect((await look(`haat_queue_dashboard=${who.token}`, path)).status).toBe(401);
    }
  }
  for (const who of others)
    expect((await api.as(who).post('/api/operator/queue-dashboard', { body: {} })).status).toBe(403);
  const session = await cookieOf(operator);
  expect((await api.as(cookie(session).cookie.split('=')[1]).get('/api/users/me')).status).toBe(401);
});

it('retries what failed when our own page asks, and does nothing else to a queue', async () => {
  const session = await cookieOf(operator);
  const queue = await readyQueue('imports');
  const job = await queue.add('nothing', {}, { attempts: 1 });
  const backend = createQueueBackend({ workers: 1 });
  const worker = backend.worker('imports', () => Promise.reject(new Error('A test wants it to fail')), 1);
  await vi.waitFor(async () => expect(await queue.getJobCounts('failed')).toEqual({ failed: 1 }), { timeout: 30_000 });
  await worker.close();
  await backend.close();

  const retry = `/api/queues/imports/${job.id}/retry`;
  expect((await change(session, retry, 'https://elsewhere.example')).status).toBe(403);
  expect((await change(session, retry, '')).status).toBe(403);
  for (const path of [
    '/api/queues/imports/pause',
    '/api/queues/imports/obliterate',
    '/api/queues/pause',
    '/api/queues/imports/empty',
  ])
    expect((await change(session, path)).status).toBe(403);
  expect(
    (await api.as().post(`${DASHBOARD}/api/queues/imports/add`, { headers: { ...cookie(session), origin: api.url } }))
      .status,
  ).toBe(403);
  expect(await queue.getJobCounts('failed', 'waiting')).toEqual({ failed: 1, waiting: 0 });

  expect((await change(session, retry)).status).toBe(204);
  expect(await queue.getJobCounts('failed', 'waiting')).toEqual({ failed: 0, waiting: 1 });
  // The job waits again, and the dashboard may not remove waiting jobs.
  for (const what of [`${job.id}/clean`, `${job.id}/retry`, 'nobody/clean', 'clean/retry', '%zz/clean'])
    expect((await change(session, `/api/queues/imports/${what}`)).status).toBe(403);
  expect((await change(session, `/api/queues/unknown/${job.id}/clean`)).status).toBe(403);
  expect(await queue.getJobCounts('failed', 'waiting')).toEqual({ failed: 0, waiting: 1 });
});

it('closes at once when the session ends or the user is no longer an operator', async () => {
  const session = await cookieOf(operator);
  await database().pool.query('UPDATE users SET is_platform_admin = false WHERE id = $1', [operatorId]);
  await vi.waitFor(async () => expect((await look(session)).status).toBe(403), { timeout: 30_000 });
  await database().pool.query('UPDATE users SET is_platform_admin = true WHERE id = $1', [operatorId]);
  await api.as(operator).post('/api/auth/logout', { body: { refreshToken: operator.refreshToken } });
  await vi.waitFor(async () => expect((await look(session)).status).toBe(401), { timeout: 30_000 });
});
