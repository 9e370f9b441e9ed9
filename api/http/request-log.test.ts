import { ENDPOINTS } from '@haat/contract/endpoints';
import { randomBytes } from 'node:crypto';
import { IncomingMessage, request, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { requestLog } from '@haat/core/ops/log';
import { readMetrics } from '@haat/core/ops/health/metrics';
import { beforeAll, expect, it, vi } from 'vitest';
import { createMember, createShop } from '../../core/test/factories.ts';
import { metricValue } from '../../core/test/metric-lines.ts';
import { measureLive } from '../live/live-hub.ts';
import { apiTest } from '../test/api-client.ts';
import { logAnswer, redactUrl } from './request-log.ts';

const api = apiTest();
beforeAll(async () => {
  measureLive(api.tools.hub);
});

const WITHIN = { timeout: 30_000, interval: 100 };
const series = async () =>
  (await readMetrics()).split('\n').filter((line) => line.startsWith('haat_http_request_seconds_count'));
const ACCESS_TOKEN = `${base64('{"alg":"HS256"}')}.${base64('{"sub":"1234567"}')}.${randomBytes(32).toString('base64url')}`;
const REFRESH_TOKEN = randomBytes(32).toString('base64url');
function base64(text: string): string {
  return Buffer.from(text).toString('base64url');
}

const labelOf = (line: string, label: string) => new RegExp(`${label}="([^"]*)"`).exec(line)?.[1] ?? '';

function send(method: string, path: string): Promise<void> {
  const { port } = new URL(api.url);
  return new Promise((done) => {
    request({ port, method, path }, (answer) => answer.resume().once('close', done)).end();
  });
}

it('measures by the pattern of the route, whatever stands in the address', async () => {
  for (const id of [1, 2, 3]) await api.as().get(`/api/orders/shop/${id}`);
  const count = 'haat_http_request_seconds_count{method="GET",route="/api/orders/shop/:shopId",status="4xx"}';
  await vi.waitFor(async () => expect(metricValue(await readMetrics(), count)).toBe(3), WITHIN);
});

it('has no more series than there are routes, methods and classes, whatever callers make up', async () => {
  const odd = ['/api/a', '/uploads/b.webp', '/c?d=1', '/%2e%2e/e', '/api/orders/shop/f/g', '/API/shops', '/api//shops'];
  for (let nr = 0; nr < 20; nr += 1) odd.push(`/made-up-${nr}`, `/api/shops/made-up-${nr}`);
  for (const path of odd) await send('GET', path);
  for (const method of ['PROPFIND', 'PURGE', 'TRACE', 'POST', 'DELETE']) await send(method, '/api/shops');

  const patterns = new Set<string>(ENDPOINTS.map(({ path }) => path));
  await vi.waitFor(async () => expect((await series()).join()).toContain('method="other"'), WITHIN);
  const lines = await series();
  expect(
    lines.map((line) => labelOf(line, 'route')).filter((route) => route !== 'other' && !patterns.has(route)),
  ).toEqual([]);
  expect(lines.map((line) => labelOf(line, 'status')).filter((status) => !/^[2-5]xx$/.test(status))).toEqual([]);
  expect(lines.length).toBeLessThan(20);
  expect(lines.join()).not.toContain('made-up');
});

it('logs health checks only when they fail', async () => {
  const info = vi.spyOn(requestLog, 'info').mockImplementation(() => {});
  vi.spyOn(requestLog, 'isLevelEnabled').mockReturnValue(true);
  for (const path of ['/live', '/ready', '/live?x=1', '/nowhere']) await send('GET', path);
  await vi.waitFor(() => expect(info.mock.calls).toEqual([[expect.objectContaining({ url: '/nowhere' })]]), WITHIN);
  vi.restoreAllMocks();
});

it('names who acts on a shared device beside the account', () => {
  const info = vi.spyOn(requestLog, 'info').mockImplementation(() => {});
  const log = (actorId: number) => {
    const session = { userId: 7, actorId, sessionId: '', email: null, shopId: 3, shopSlug: '', role: undefined };
    logAnswer({
      requestId: 'test-request',
      method: 'GET',
      url: '/',
      res: new ServerResponse(new IncomingMessage(new Socket())),
      startedAt: 0,
      ip: '127.0.0.1',
      session: { ...session, isPlatformAdmin: false },
    });
    return info.mock.lastCall?.[0];
  };
  expect(log(8)).toMatchObject({ userId: 7, actorId: 8 });
  expect(log(7)).toMatchObject({ userId: 7, actorId: undefined });
  info.mockRestore();
});

it('counts streams as connections and not as requests', async () => {
  const shop = await createShop();
  const { token } = await api.signIn({ user: await createMember({ shop }), shop });
  const reading = new AbortController();
  const answer = await fetch(`${api.url}/api/notifications/stream?token=${token}`, { signal: reading.signal });
  expect(answer.status).toBe(200);
  const open = async () => metricValue(await readMetrics(), 'haat_live_connections{kind="streams"}');
  await vi.waitFor(async () => expect(await open()).toBe(1), WITHIN);
  reading.abort();
  await vi.waitFor(async () => expect(await open()).toBe(0), WITHIN);
  expect((await series()).join()).not.toContain('/stream"');
});

it.each([
  ['/live', '/live'],
  ['/api/products?shopId=7', '/api/products?shopId=7'],
  ['/s?token=abc&lastEventId=3', '/s?token=[redacted]&lastEventId=3'],
  ['/s?lastEventId=3&Ticket=a=b', '/s?lastEventId=3&Ticket=[redacted]'],
  ['/s?%74oken=abc', '/s?%74oken=[redacted]'],
  ['/s?a=1?b&%zz&access_token=x', '/s?a=[redacted]&%zz&access_token=[redacted]'],
  ['/api/shops?lat=12.925&lng=77.593&limit=9', '/api/shops?lat=[redacted]&lng=[redacted]&limit=9'],
  ['/api/search?q=insulin&lat=12.925&lng=77.593', '/api/search?q=[redacted]&lat=[redacted]&lng=[redacted]'],
  ['/api/orders?status=placed&search=milk+98450', '/api/orders?status=placed&search=[redacted]'],
  ['/dev/mail?to=someone%40haat.example', '/dev/mail?to=[redacted]'],
  ['/api/orders?%73earch=98450&limit=9&unknown=1', '/api/orders?%73earch=[redacted]&limit=9&unknown=[redacted]'],
  [`/live?jwt=${ACCESS_TOKEN}`, '/live?jwt=[redacted]'],
  [`/live?x=1;token=${ACCESS_TOKEN}`, '/live?x=[redacted]'],
  [`/live/${ACCESS_TOKEN}/more`, '/live/[redacted]/more'],
  [`/live?refresh=${REFRESH_TOKEN}`, '/live?refresh=[redacted]'],
  [`/${REFRESH_TOKEN}?lastEventId=${REFRESH_TOKEN}`, '/[redacted]?lastEventId=[redacted]'],
  ['/?email=asha%40haat.example&phone=9845012345', '/?email=[redacted]&phone=[redacted]'],
  ['/api/orders?limit=asha@haat.example', '/api/orders?limit=[redacted]'],
  ['/api/orders?limit=1;email=asha%40haat.example', '/api/orders?limit=[redacted]'],
  ['/api/pin-codes/560041', '/api/pin-codes/[redacted]'],
  ['/api/asha%40haat.example/x?a', '/api/[redacted]/x?a'],
  ['/uploads/5f2b1c9e-7a34-4c1d-9e55-0c1d2e3f4a5b.webp', '/uploads/5f2b1c9e-7a34-4c1d-9e55-0c1d2e3f4a5b.webp'],
])('logs %s as %s', (url, logged) => {
  expect(redactUrl(url)).toBe(logged);
});
