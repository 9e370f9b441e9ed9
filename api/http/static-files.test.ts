import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { brotliCompressSync } from 'node:zlib';
import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { createShop } from '@haat/core/test/factories';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startApi, type TestApi } from '../test/api-client.ts';

const folders = vi.hoisted(() => {
  const base = `${process.env.TMPDIR ?? '/tmp'}/haat-static-${process.pid}-${Date.now()}`;
  process.env.CLIENT_DIR = `${base}/client`;
  process.env.UPLOADS_DIR = `${base}/uploads`;
  return { base, client: `${base}/client`, uploads: `${base}/uploads` };
});

const script = `console.log('${'x'.repeat(3000)}')`;
let api: TestApi;
beforeAll(async () => {
  mkdirSync(join(folders.client, 'static', 'js'), { recursive: true });
  mkdirSync(join(folders.client, 'images'));
  mkdirSync(folders.uploads);
  writeFileSync(join(folders.client, 'index.html'), '<!doctype html><title>Haat</title>');
  writeFileSync(join(folders.client, 'sw.js'), '// worker');
  writeFileSync(join(folders.client, '.built-from'), 'abc');
  writeFileSync(join(folders.client, 'static', 'js', 'main.1a2b.js'), script);
  writeFileSync(join(folders.client, 'static', 'js', 'main.1a2b.js.br'), brotliCompressSync(script));
  writeFileSync(join(folders.client, 'images', 'logo.png'), 'png');
  mkdirSync(join(folders.client, 'images', 'shops'));
  writeFileSync(join(folders.client, 'images', 'shops', 'logo.png'), 'default logo');
  writeFileSync(join(folders.uploads, 'tea-320.webp'), 'webp');
  writeFileSync(join(folders.base, 'secret.txt'), 'secret');
  connectDatabase();
  api = await startApi();
});
afterAll(async () => {
  await api.stop();
  await closeDatabase();
  rmSync(folders.base, { recursive: true, force: true });
});

it('gives the page, to be asked for anew each time', async () => {
  const page = await api.as().get('/');
  const { status, headers } = page;
  expect([status, page.text, headers.get('cache-control')]).toEqual([200, expect.stringContaining('Haat'), 'no-cache']);
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  expect((await api.as().get('/sw.js')).headers.get('cache-control')).toBe('no-cache');
});

it('sends the default logo for a shop without a picture, cached for a minute', async () => {
  const { slug } = await createShop();
  const { status, headers, text } = await api.as().get(`/images/shops/${slug}.jpeg`);
  expect([status, headers.get('content-type'), text]).toEqual([200, 'image/png', 'default logo']);
  expect(headers.get('cache-control')).toContain('max-age=60');
  expect((await api.as().get('/images/shops/no-such-shop.jpeg')).status).toBe(404);
});

it("applies the page's own styles and no other", async () => {
  const file = join(folders.client, 'index.html');
  const before = readFileSync(file);
  writeFileSync(file, '<style>a{color:red}</style><b style="color:blue"></b>');
  utimesSync(file, 3, 3);
  const hash = createHash('sha256').update('a{color:red}').digest('base64');
  const policy = (await api.as().get('/')).headers.get('content-security-policy');
  expect(policy).toContain(`;style-src 'self' 'sha256-${hash}';`);
  writeFileSync(file, before);
});

it("lets the page's own script run and no other, also that of a newer page", async () => {
  const file = join(folders.client, 'index.html');
  const before = readFileSync(file);
  const scripts = async () =>
    /script-src ([^;]+)/.exec((await api.as().get('/')).headers.get('content-security-policy') ?? '')?.[1];
  const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
  for (const [second, code] of ['first()', 'second()'].entries()) {
    writeFileSync(
      file,
      `<script src="/a.js"></script><script>${code}</script><script type="module">${code}\n</script>`,
    );
    utimesSync(file, second, second);
    expect(await scripts()).toBe(`'self' ${hashOf(code)} ${hashOf(`${code}\n`)}`);
  }
  writeFileSync(file, before);
  expect(await scripts()).toBe("'self'");
  expect((await api.as().get('/sw.js')).headers.get('content-security-policy')).not.toContain('sha256');
});

it('gives files with a hash in their name for a year, compressed by the build', async () => {
  const { text, headers } = await api.as().get('/static/js/main.1a2b.js', { headers: { 'accept-encoding': 'br' } });
  expect([text, headers.get('content-encoding')]).toEqual([script, 'br']);
  expect(headers.get('cache-control')).toBe('max-age=31536000,immutable');
  expect(headers.get('content-type')).toContain('javascript');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  // The headers that concern only pages would be half of the answer for a small file.
  expect([headers.get('content-security-policy'), headers.get('permissions-policy')]).toEqual([
    "default-src 'none'; frame-ancestors 'none'",
    null,
  ]);
});

// Not `fetch`, which asks for a complete answer as soon as its caller sets a header of this kind.
it('says when nothing changed', async () => {
  const first = await api.as().get('/images/logo.png');
  const headers = { 'if-modified-since': first.headers.get('last-modified') ?? '' };
  const request = get(`${api.url}/images/logo.png`, { headers });
  const [again] = (await once(request, 'response')) as [IncomingMessage];
  expect([again.statusCode, await text(again)]).toEqual([304, '']);
});

it('gives uploaded pictures, which may do nothing', async () => {
  const { status, headers } = await api.as().get('/uploads/tea-320.webp');
  expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(headers.get('content-security-policy')).toContain('sandbox');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('cache-control')).toContain('immutable');
});

it.each([
  '/uploads/',
  '/uploads/%2e%2e/secret.txt',
  '/uploads/..%2fsecret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e%2fsecret.txt',
  '/.built-from',
  '/static',
  '/static/js/gone.js',
  '/a%00b',
  '/%E0%A4%A',
  `/${'x'.repeat(5000)}`,
])('has nothing at %s', async (path) => {
  const { status, text, headers } = await api.as().get(path);
  expect([status, text.includes('secret'), headers.get('cache-control')]).toEqual([404, false, null]);
});

it('answers HEAD like GET, without the file', async () => {
  const { status, text, headers } = await api.as().request('HEAD', '/images/logo.png');
  expect([status, text, headers.get('content-length')]).toEqual([200, '', '3']);
});
