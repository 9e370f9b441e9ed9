import { ENDPOINTS } from '@haat/contract/endpoints';
import { EncodedBody } from '@haat/core/lib/cache/encoded-body';
import { expect, it, vi } from 'vitest';
import { apiTest } from '../test/api-client.ts';

const api = apiTest();

it('documents every call of the contract', async () => {
  const { status, body } = await api.as().get('/api/openapi.json');
  const documented = Object.entries(body.paths).flatMap(([path, operations]) =>
    Object.keys(operations as object).map((method) => `${method} ${path}`),
  );
  const promised = ENDPOINTS.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
  expect([status, body.openapi]).toEqual([200, '3.1.1']);
  expect(documented.toSorted()).toEqual(promised.toSorted());
});

it.each([
  ['/api/openapi.json', 'application/json; charset=utf-8'],
  ['/api/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8'],
  ['/api/docs/swagger-ui.css', 'text/css; charset=utf-8'],
])('keeps the compressed form of %s, and sends it once to each browser', async (path, type) => {
  const get = (headers: Record<string, string>) => fetch(api.url + path, { headers });
  const compress = vi.spyOn(EncodedBody.prototype, 'in');
  const first = await get({ 'accept-encoding': 'br' });
  expect([first.headers.get('content-type'), first.headers.get('content-encoding')]).toEqual([type, 'br']);
  await get({ 'accept-encoding': 'br' });
  const [one, two] = compress.mock.results.map(({ value }) => value as Promise<Buffer>);
  expect(await one).toBe(await two);
  // Without `cache-control`, fetch adds the one of a reload to `if-none-match`.
  const known = { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
  expect((await get({ 'accept-encoding': 'br', ...known })).status).toBe(304);
  compress.mockRestore();
});

it('says what a call takes, answers and needs', async () => {
  const { body } = await api.as().get('/api/openapi.json');
  const placing = body.paths['/api/orders'].post;
  expect(placing.security).toEqual([{ bearer: [] }]);
  expect(placing.requestBody.content['application/json'].schema.$ref).toBe('#/components/schemas/PlaceOrder');
  expect(placing.responses['201'].content['application/json'].schema).toBeDefined();
  for (const { parameters } of [placing, body.paths['/api/products'].post]) {
    expect(parameters).toMatchObject([{ in: 'header', name: 'Idempotency-Key' }]);
  }
  // A session is possible, but not needed.
  expect(body.paths['/api/scan'].get.security).toEqual([{}, { bearer: [] }]);
  const shop = body.paths['/api/shops/{slug}'].get;
  expect(shop.security).toBeUndefined();
  expect(shop.parameters.map(({ name }: { name: string }) => name)).toEqual(['slug']);
  expect(body.paths['/api/auth/logout'].post.requestBody.required).toBe(false);
});

it('reads without a file from elsewhere', async () => {
  const page = await api.as().get('/api/docs');
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
  const links = [...page.text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, link = '']) => link);
  expect(links).toHaveLength(3);
  for (const link of links) {
    const asset = await api.as().get(link);
    expect([link, asset.status, asset.text.length > 50]).toEqual([link, 200, true]);
  }
  expect(page.text).not.toMatch(/<script>|https?:/);
});
