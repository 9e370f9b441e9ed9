import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isGuarded } from '@haat/contract/endpoint';
import { ENDPOINTS } from '@haat/contract/endpoints';
import { connectBus } from '@haat/core/live/connect-bus';
import { Shop } from '@haat/core/db/shops.models';
import { requestLog } from '@haat/core/ops/log';
import { readMetrics } from '@haat/core/ops/health/metrics';
import { catalogVersions, watchCatalogs } from '@haat/core/catalog/catalog';
import { publicShops } from '@haat/core/shops/public-shops';
import { createMember, createProduct, createPublicShop, createShop, createUser } from '@haat/core/test/factories';
import { metricValue } from '@haat/core/test/metric-lines';
import Koa from 'koa';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { apiTest } from './test/api-client.ts';
import { redactUrl } from './http/request-log.ts';
import { createHttpServer } from './http/server.ts';
import { publicAnswers } from './public-answers.ts';

const api = apiTest();

/** The status of a request that is not answered from memory: the application of this server does nothing else. */
const NOT_FROM_MEMORY = 599;

let memoryOnly: Server;
let stopWatching: () => Promise<void>;
beforeAll(async () => {
  const bus = await connectBus();
  const stops = [watchCatalogs(bus), publicShops.watch(bus)];
  stopWatching = () => {
    for (const stop of stops) stop();
    return bus.close();
  };
  const app = new Koa();
  app.use((ctx) => {
    ctx.status = NOT_FROM_MEMORY;
  });
  memoryOnly = createHttpServer(app, [publicAnswers(app)]);
  memoryOnly.listen(0, '127.0.0.1');
  await once(memoryOnly, 'listening');
});
afterAll(async () => {
  memoryOnly.closeAllConnections();
  memoryOnly.close();
  await stopWatching();
});

type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

async function send(port: number, path: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const sent = request({ port, path, ...options, headers: { connection: 'close', ...options.headers } }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const bytes = Buffer.concat(await response.toArray());
  return { status: response.statusCode ?? 0, headers: response.headers, bytes } satisfies Answer;
}

const fromMemory = (path: string, options?: Parameters<typeof send>[2]) =>
  send((memoryOnly.address() as AddressInfo).port, path, options);
const fromApplication = (path: string, headers: Record<string, string> = {}) =>
  // Spelled differently, so that it is never answered from memory.
  send(Number(new URL(api.url).port), path.includes('?') ? `${path}&` : `${path}?`, { headers });

const WITHIN = { timeout: 20_000 };

let places = 0;

/** The paths of a shop whose answers are in memory, in every encoding. */
async function warmPaths() {
  // Far from all others, so that a request at its location finds this shop only.
  const latitude = 20 + (places += 1);
  const shop = await createShop({ latitude, openTime: '00:00', closeTime: '23:59' });
  const vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
  const { product, variants } = await createProduct({ shop, name: 'Rice', variants: [{ stock: 9 }] });
  const near = `/api/shops?lat=${latitude}.0100&lng=77.593`;
  const paths = [`/api/products?shopId=${shop.id}`, `/api/products/${product.id}`, near];
  await vi.waitFor(async () => expect(await publicShops.get()).toBeDefined());
  publicShops.invalidate();
  for (const path of paths)
    for (const encoding of ['', 'identity', 'gzip', 'gzip, br'])
      await fromApplication(path, encoding ? { 'accept-encoding': encoding } : {});
  for (const path of paths) expect((await fromMemory(path)).status).toBe(200);
  return { shop, vendor, product, variant: variants[0]!, paths };
}

/** The answer without headers that differ each time. */
const comparable = ({ status, headers, bytes }: Answer) => {
  const { date, 'x-request-id': id, ...same } = headers;
  return {
    status,
    headers: same,
    hasDate: date !== undefined,
    hasId: /^[\w-]{8,64}$/.test(String(id)),
    bytes: bytes.toString('base64'),
  };
};

it('sends the status, headers and bytes that the application sends, in every encoding', async () => {
  const { paths } = await warmPaths();
  for (const path of paths) {
    for (const encoding of ['identity', 'gzip', 'gzip, br']) {
      const headers = { 'accept-encoding': encoding };
      const [cached, uncached] = [await fromMemory(path, { headers }), await fromApplication(path, headers)];
      expect(cached.status).toBe(200);
      expect(comparable(cached)).toEqual(comparable(uncached));
      if (!uncached.headers.etag) continue;
      const known = { ...headers, 'if-none-match': uncached.headers.etag };
      const [unchanged, expected] = [await fromMemory(path, { headers: known }), await fromApplication(path, known)];
      expect(unchanged.status).toBe(304);
      expect(comparable(unchanged)).toEqual(comparable(expected));
    }
  }
});

it('keeps the request id of the client, and measures by the route', async () => {
  const { paths } = await warmPaths();
  const series = (route: string) => `haat_http_request_seconds_count{method="GET",route="${route}",status="2xx"}`;
  const routes = ['/api/products', '/api/products/:id', '/api/shops'];
  const counts = async () => {
    const text = await readMetrics();
    return routes.map((route) => metricValue(text, series(route)) ?? 0);
  };
  const before = await counts();
  for (const path of paths) {
    const { headers } = await fromMemory(path, { headers: { 'x-request-id': 'given-by-the-client' } });
    expect(headers['x-request-id']).toBe('given-by-the-client');
  }
  await vi.waitFor(async () => expect(await counts()).toEqual(before.map((count) => count + 1)));
});

it('logs the URL as the application does', async () => {
  const { paths } = await warmPaths();
  const info = vi.spyOn(requestLog, 'info').mockImplementation(() => {});
  vi.spyOn(requestLog, 'isLevelEnabled').mockReturnValue(true);
  for (const path of paths) await fromMemory(path);
  await vi.waitFor(() => expect(info).toHaveBeenCalledTimes(paths.length));
  const logged = info.mock.calls.map(([line]) => (line as { url: string }).url);
  vi.restoreAllMocks();
  expect(logged).toEqual(paths.map(redactUrl));
  expect(logged.join()).not.toContain('77.593');
});

it('leaves everything unusual to the application', async () => {
  const { paths } = await warmPaths();
  for (const path of paths) {
    const others = [
      await fromMemory(path, { method: 'HEAD' }),
      await fromMemory(path, { method: 'POST' }),
      await fromMemory(path, { headers: { origin: 'https://elsewhere.example' } }),
      await fromMemory(path, { headers: { 'content-length': '0' } }),
      // Shops near a place have no ETag.
      ...(path.includes('lat=')
        ? []
        : [
            await fromMemory(path, { headers: { 'if-none-match': '*' } }),
            await fromMemory(path, { headers: { 'if-none-match': 'W/"a", W/"b"' } }),
          ]),
      await fromMemory(path, { headers: { 'accept-encoding': 'br;q=0.1, made-up' } }),
      await fromMemory(`${path}${path.includes('?') ? '&' : '?'}limit=1`),
      await fromMemory(`/${path}`),
    ];
    expect(others.map(({ status }) => status)).toEqual(others.map(() => NOT_FROM_MEMORY));
  }
});

it('answers no guarded call', async () => {
  const { shop, product } = await warmPaths();
  const guarded = ENDPOINTS.filter((endpoint) => isGuarded(endpoint));
  expect(guarded.length).toBeGreaterThan(100);
  for (const { method, path } of guarded) {
    const filled = path.replaceAll(/:\w+/g, (name) => String(name === ':shopId' ? shop.id : product.id));
    const { status } = await fromMemory(filled, { method: method.toUpperCase() });
    expect([method, path, status]).toEqual([method, path, NOT_FROM_MEMORY]);
  }
});

it('stops when the catalog changes, and never goes back to what was before', async () => {
  const { paths, vendor, variant } = await warmPaths();
  await vendor.patch(`/api/variants/${variant.id}/stock`, { body: { stock: 4 } });
  for (const path of paths) {
    await vi.waitFor(async () => expect((await fromMemory(path)).status).toBe(NOT_FROM_MEMORY), { timeout: 2_000 });
    if (path.includes('lat=')) continue;
    expect((await fromApplication(path)).bytes.toString()).toMatch(/"stock" ?: ?4/);
    expect((await fromMemory(path)).bytes.toString()).toMatch(/"stock" ?: ?4/);
  }
});

it('stops for a suspended shop and a hidden product', async () => {
  const { paths, shop, vendor, product } = await warmPaths();
  await vendor.patch(`/api/products/${product.id}`, { body: { published: false } });
  await vi.waitFor(async () => expect((await fromMemory(paths[1]!)).status).toBe(NOT_FROM_MEMORY));
  expect((await fromApplication(paths[1]!)).status).toBe(404);
  await vendor.patch(`/api/products/${product.id}`, { body: { published: true } });
  expect((await fromApplication(paths[1]!)).status).toBe(200);
  await Shop.query().findById(shop.id).patch({ suspendedAt: new Date() });
  catalogVersions.invalidateAll();
  expect((await fromApplication(paths[1]!)).status).toBe(404);
  expect((await fromMemory(paths[1]!)).status).toBe(NOT_FROM_MEMORY);
});

type Card = { slug: string; open: boolean; paused: boolean; distance_km: number };
const cardsIn = ({ bytes }: Answer) => JSON.parse(bytes.toString()) as Card[];

it('sends the shops near a place in the same bytes from memory as from the database', async () => {
  const { shop } = await warmPaths();
  await createPublicShop({
    latitude: Number(shop.latitude) + 0.01,
    name: 'दूध भंडार',
    trade: 'Bakery',
    pausedAt: new Date(),
  });
  for (const place of [`lat=${shop.latitude}.003&lng=77.6`, `lat=${shop.latitude}&lng=77.593`, 'lat=-80&lng=0']) {
    const path = `/api/shops?${place}`;
    publicShops.invalidate();
    expect((await fromApplication(path)).status).toBe(200);
    const cached = await fromMemory(path);
    expect(cached.status).toBe(200);
    const stopping = vi.spyOn(publicShops, 'get').mockResolvedValue(undefined);
    const uncached = await fromApplication(path);
    stopping.mockRestore();
    expect(comparable(cached)).toEqual(comparable(uncached));
  }
});

it('computes distance, opening hours and the end of a pause for each request', async () => {
  const { shop } = await warmPaths();
  const paths = [`lat=${shop.latitude}&lng=77.593`, `lat=${shop.latitude}.02&lng=77.593`].map(
    (at) => `/api/shops?${at}`,
  );
  const answers = await Promise.all(paths.map((path) => fromMemory(path)));
  expect(answers.map((answer) => cardsIn(answer)[0]?.distance_km)).toEqual([0, 2.23]);
  const pausedUntil = new Date(Date.now() + 1_500);
  await Shop.query().findById(shop.id).patch({ pausedAt: new Date(), pausedUntil });
  publicShops.invalidate();
  expect(cardsIn(await fromApplication(paths[0]!))[0]).toMatchObject({ paused: true, open: false });
  await vi.waitFor(async () => {
    publicShops.invalidate();
    await publicShops.get();
    const [card] = cardsIn(await fromMemory(paths[0]!));
    expect(card).toMatchObject({ paused: false, open: true });
    expect(Date.now()).toBeGreaterThanOrEqual(pausedUntil.getTime());
  }, WITHIN);
  const now = new Date();
  const inIndia = (minutes: number) => new Date(now.getTime() + (330 + minutes) * 60_000).toISOString().slice(11, 16);
  await Shop.query()
    .findById(shop.id)
    .patch({ openTime: inIndia(60), closeTime: inIndia(120) });
  publicShops.invalidate();
  await publicShops.get();
  expect(cardsIn(await fromMemory(paths[0]!))[0]).toMatchObject({ open: false });
});

it('removes a suspended shop from memory when its signal arrives', async () => {
  const { shop, paths } = await warmPaths();
  const operator = await createUser({ isPlatformAdmin: true });
  const platform = await createShop({ isPlatform: true });
  const as = api.as(await api.signIn({ user: operator, shop: platform }));
  expect(cardsIn(await fromMemory(paths[2]!)).map(({ slug }) => slug)).toEqual([shop.slug]);
  const body = { suspended: true, reason: 'Expired licence' };
  expect((await as.patch(`/api/operator/shops/${shop.id}`, { body })).status).toBeLessThan(300);
  await vi.waitFor(async () => expect((await fromMemory(paths[2]!)).status).toBe(NOT_FROM_MEMORY), { timeout: 1_900 });
  expect(cardsIn(await fromApplication(paths[2]!))).toEqual([]);
});
