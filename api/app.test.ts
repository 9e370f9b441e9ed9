import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { log } from '@haat/core/ops/log';
import { describe, expect, it, vi } from 'vitest';
import { createShop, createUser } from '../core/test/factories.ts';
import { apiTest, startApi } from './test/api-client.ts';

const api = apiTest();

const login = '/api/auth/login-with-token';

describe('what no route answers', () => {
  it.each(['/api/nothing', '/api', '/api/users/me/more', '/.env', '/api/%E0%A4%A'])('%s is not found', async (path) => {
    const { status, body } = await api.as().get(path);
    expect([status, body]).toEqual([404, { code: 'not_found', error: 'Not found', message: 'Not found' }]);
  });

  it('a known path with another method names the methods it has', async () => {
    const { status, body, headers } = await api.as().request('DELETE', '/api/users/me');
    expect([status, body.code]).toEqual([405, 'method_not_allowed']);
    expect(headers.get('allow')).toContain('GET');
  });
});

describe('bodies', () => {
  it.each([
    { what: 'broken JSON', text: '{"email": ', refusal: [400, 'invalid_input'] },
    { what: 'a bare word', text: '"text"', refusal: [400, 'invalid_input'] },
    {
      what: 'more than 256 kB',
      text: JSON.stringify({ email: 'x'.repeat(300_000) }),
      refusal: [413, 'payload_too_large'],
    },
    { what: '100,000 levels', text: '['.repeat(100_000) + ']'.repeat(100_000), refusal: [400, 'invalid_input'] },
    { what: '60 levels', text: `{"a":${'['.repeat(60)}${']'.repeat(60)}}`, refusal: [400, 'invalid_input'] },
  ])('$what is refused', async ({ text, refusal }) => {
    const answer = await api.as().post(login, { body: text });
    expect([answer.status, answer.body.code]).toEqual(refusal);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp'])(
    '%s is refused, which keeps the forms of foreign pages out',
    async (type) => {
      const answer = await api.as().post(login, { body: '{"email":"a@b.in"}', headers: { 'content-type': type } });
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it('a compressed one is refused, sound or broken', async () => {
    for (const bytes of [gzipSync('{}'), Buffer.from('not gzip')]) {
      const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
      const { status } = await fetch(api.url + login, { method: 'POST', headers, body: new Uint8Array(bytes) });
      expect(status).toBe(415);
    }
  });

  it.each([
    ['POST', '/api/webhooks/stripe', 'application/json'],
    ['POST', login, 'application/json'],
    ['POST', login, 'text/plain'],
    ['POST', '/nothing', 'application/json'],
    ['GET', '/api/shops', 'application/json'],
    ['POST', '/api/orders', 'application/json'],
    ['POST', '/api/users/update-profile', 'multipart/form-data; boundary=x'],
  ])('without end of a %s to %s, of type %s, closes the connection soon', async (method, path, type) => {
    const user = await createUser();
    const { token } = await api.signIn({ user, shop: await createShop() });
    const bearer = path === '/api/orders' ? 'none' : token;
    const head = `${method} ${path} HTTP/1.1\r\nhost: haat\r\nauthorization: Bearer ${bearer}\r\ncontent-type: ${type}\r\n`;
    expect(await sendForever(`${head}transfer-encoding: chunked\r\n\r\n`)).toBeLessThan(8_000);
  });

  it('that are malformed or too slow are no errors of ours', async () => {
    const [error, info] = [vi.spyOn(log, 'error'), vi.spyOn(log, 'info')];
    const head = `POST ${login} HTTP/1.1\r\nhost: haat\r\ncontent-type: application/json\r\n`;
    await answerTo(`${head}transfer-encoding: chunked\r\n\r\nno-size\r\n`);
    api.server.requestTimeout = 100;
    await answerTo(`${head}content-length: 9\r\n\r\n{`);
    api.server.requestTimeout = 20_000;
    await vi.waitFor(() => expect(info.mock.calls.map(([, text]) => text)).toContain('Request aborted'));
    expect(error.mock.calls).toEqual([]);
  });

  it('a missing one with a content encoding counts as empty', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect((await fetch(api.url + login, { method: 'POST', headers })).status).toBe(400);
  });

  it('does not repeat the body in the answer', async () => {
    const { text } = await api.as().post(login, { body: '{"secret-canary' });
    expect(text).not.toContain('canary');
  });
});

it('refuses a request with two Host headers', async () => {
  const get = (hosts: string) => answerTo(`GET /live HTTP/1.1\r\n${hosts}connection: close\r\n\r\n`);
  expect(await get('host: a\r\n')).toMatch(/^HTTP\/1.1 200 /);
  expect(await get('host: a\r\nHost: b\r\n')).toMatch(/^HTTP\/1.1 400 [^]*more than one Host header/);
});

describe('headers', () => {
  it('forbid what our pages do not need', async () => {
    const { headers } = await api.as().get('/live');
    expect(headers.get('content-security-policy')).toContain("default-src 'self';script-src 'self';");
    expect(headers.get('content-security-policy')).toContain("object-src 'none';base-uri 'none'");
    expect(headers.get('content-security-policy')).not.toContain('upgrade-insecure-requests');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('permissions-policy')).toContain('camera=(self)');
    expect(headers.get('x-powered-by')).toBeNull();
  });

  it('let data load nothing', async () => {
    const { headers } = await api.as().get('/api/shops');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toContain('max-age=');
    expect(headers.get('permissions-policy')).toBeNull();
  });

  it('are on refusals too, and no cookie is ever set', async () => {
    const { headers } = await api.as().get('/api/nothing');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('keep a harmless request id and replace any other', async () => {
    const id = randomUUID();
    expect((await api.as().get('/live', { headers: { 'x-request-id': id } })).headers.get('x-request-id')).toBe(id);
    const odd = await api.as().get('/live', { headers: { 'x-request-id': 'a b<script>' } });
    expect(odd.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });
});

it.each(['identity;q=0', '*;q=0', 'snappy, identity;q=0'])(
  '%s, which leaves nothing to send, gets plain bytes',
  async (accepted) => {
    const answer = await api.as().get('/api/openapi.json', { headers: { 'accept-encoding': accepted } });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
    expect(answer.body.openapi).toBe('3.1.1');
  },
);

it('says that it is alive and ready', async () => {
  expect((await api.as().get('/live')).body).toEqual({ status: 'ok' });
  expect((await api.as().get('/ready')).body).toEqual({
    status: 'ready',
    checks: ['process', 'database', 'migrations', 'clock', 'queue', 'bus'].map((name) => ({ name, state: 'ok' })),
  });
});

it('is not ready once it was asked to stop, though still alive', async () => {
  const stopping = await startApi({ isServing: () => false });
  const ready = await stopping.as().get('/ready');
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await stopping.as().get('/live')).status).toBe(200);
  await stopping.stop();
});

it.each(['http://[', 'nonsense', 'http://'])('%s is no address', async (path) => {
  const answer = await new Promise<IncomingMessage>((done) => get({ port: new URL(api.url).port, path }, done));
  answer.resume();
  expect(answer.statusCode).toBe(400);
});

it('survives a request that is no HTTP', async () => {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  socket.resume().end('NONSENSE\r\n\r\n');
  await new Promise((closed) => socket.once('close', closed));
  expect((await api.as().get('/live')).status).toBe(200);
});

/** Sends a chunked body until the server closes the connection. Returns after how many ms; the limit for requests is 20 s. */
async function sendForever(head: string): Promise<number> {
  const { port, hostname } = new URL(api.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  const startedAt = performance.now();
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const sendMore = () => {
    while (!socket.destroyed && socket.write(chunk));
  };
  socket.resume().on('drain', sendMore).write(head);
  sendMore();
  await new Promise((done) => socket.once('close', done));
  return performance.now() - startedAt;
}

/** Sends the text of a request and waits until the server closes the connection. */
async function answerTo(request: string): Promise<string> {
  const { port, hostname } = new URL(api.url);
  const socket = connect(Number(port), hostname).on('error', () => {});
  let answer = '';
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString())).write(request);
  await new Promise((done) => socket.once('close', done));
  return answer;
}
