import { randomUUID } from 'node:crypto';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { migrate } from '@haat/core/db/migrate';
import { closeReplica, connectReplica, mayReadReplica, openReplica } from '@haat/core/db/replica-reads';
import type { Shop } from '@haat/core/db/shops.models';
import type { Variant } from '@haat/core/db/catalog.models';
import { readMetrics } from '@haat/core/ops/health/metrics';
import { catalogCache, catalogVersions, readCatalogVersion } from '@haat/core/catalog/catalog';
import { PublicShops } from '@haat/core/shops/public-shops';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { metricValue } from '@haat/core/test/metric-lines';
import { orderBody } from '@haat/core/test/order-body';
import { PrimaryWithStandby } from '@haat/core/test/standby';
import { stopServices } from '@haat/core/test/stop-services';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiCaller, startApi, type TestApi } from './test/api-client.ts';

const WITHIN = { timeout: 30_000, interval: 25 };
// So long that a paused replica still counts as current for all of a test.
const MAX_LAG_MS = 60_000;

let servers: PrimaryWithStandby;
let api: TestApi;
let shop: Shop;
let variant: Variant;
let customer: ApiCaller;
let vendor: ApiCaller;
let operator: ApiCaller;

beforeAll(async () => {
  servers = await PrimaryWithStandby.start();
  await migrate(servers.url);
  connectDatabase(servers.url);
  api = await startApi();
  shop = await createShop({ latitude: 13.08, longitude: 80.27 });
  const made = await createProduct({ shop, name: 'Basmati rice', variants: [{ pricePaise: 30_000, stock: 500 }] });
  [variant] = made.variants as [Variant];
  customer = api.as(await api.signIn({ user: await createUser(), shop }));
  vendor = api.as(await api.signIn({ user: await createMember({ shop, role: 'admin' }), shop }));
  operator = api.as(await api.signIn({ user: await createUser({ isPlatformAdmin: true }), shop }));
  await placeOrder();
  openReads();
}, 240_000);
afterAll(async () => {
  await closeReplica();
  await api?.stop();
  await stopServices();
  await closeDatabase();
  await servers?.stop();
}, 120_000);

beforeEach(isCurrent);

const openReads = () => connectReplica({ url: servers.standbyUrl, primaryUrl: servers.url, maxLagMs: MAX_LAG_MS });

/** Waits until the standby has every change. */
async function isCurrent(): Promise<void> {
  const { rows } = await database().pool.query<{ lsn: string }>('SELECT pg_current_wal_lsn() AS lsn');
  await vi.waitFor(async () => {
    const found = await onStandby<{ has: boolean }>('SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS has', [
      rows[0]?.lsn,
    ]);
    expect(found?.has).toBe(true);
    expect(openReplica()?.isUsable).toBe(true);
  }, WITHIN);
}

const onStandby = async <Row>(text: string, values: unknown[] = []): Promise<Row | undefined> =>
  (
    await openReplica()
      ?.query({ text, values, rowMode: 'array' })
      .then(({ fields, rows }) => rows.map((row) => Object.fromEntries(fields.map(({ name }, at) => [name, row[at]]))))
  )?.[0] as Row | undefined;

async function placeOrder(): Promise<void> {
  const { status } = await customer.post('/api/orders', {
    body: orderBody([{ variant }]),
    headers: { 'idempotency-key': randomUUID() },
  });
  expect(status).toBe(201);
}

async function readsOf(source: string): Promise<number> {
  return metricValue(await readMetrics(), `haat_replica_reads_total{source="${source}"}`) ?? 0;
}

const DAYS = 'from=2026-01-01&to=2026-01-02';

describe('runs every statement that is declared for the replica there', () => {
  const anyone = () => api.as();
  const calls: [string, () => ApiCaller, () => string][] = [
    ['a page of a catalog', anyone, () => `/api/products?shopId=${shop.id}&limit=1`],
    ['a product', anyone, () => `/api/products/${variant.productId}`],
    ['a search near a place', anyone, () => '/api/search?q=basmati&lat=13.08&lng=80.27'],
    ['a search for similar words', anyone, () => '/api/search?q=basmoti%20ryce'],
    ['all shops', anyone, () => '/api/shops'],
    ['shops nearby', anyone, () => '/api/shops?lat=13.08&lng=80.27'],
    ['earlier own orders', () => customer, () => '/api/orders/user?after=999'],
    ['past own orders', () => customer, () => '/api/orders/user?group=past'],
    ['own orders by words', () => customer, () => '/api/orders/user?search=rice'],
    ['the shops of own orders', () => customer, () => '/api/orders/user/shops'],
    ['bought products', () => customer, () => `/api/shops/${shop.id}/bought-products`],
    ['earlier notifications', () => customer, () => '/api/users/notifications?after=999'],
    ['earlier orders of the shop', () => vendor, () => `/api/orders/shop/${shop.id}?group=done&after=999`],
    ['orders by words', () => vendor, () => `/api/orders/shop/${shop.id}?group=done&search=rice`],
    ['counter sales', () => vendor, () => `/api/shops/${shop.id}/counter-sales`],
    ['statistics', () => vendor, () => `/api/shops/${shop.id}/stats`],
    ['a report by person', () => vendor, () => `/api/shops/${shop.id}/money-report?by=person`],
    ['a report by product', () => vendor, () => `/api/shops/${shop.id}/money-report?by=product`],
    ['a report by category', () => vendor, () => `/api/shops/${shop.id}/money-report?by=category`],
    ['a report by payment', () => vendor, () => `/api/shops/${shop.id}/money-report?by=payment`],
    ['a file of orders', () => vendor, () => `/api/shops/${shop.id}/orders.csv?${DAYS}`],
    ['activity', () => vendor, () => `/api/shops/${shop.id}/activity`],
    ['customers', () => vendor, () => `/api/shops/${shop.id}/customers`],
    ['customers by name', () => vendor, () => `/api/shops/${shop.id}/customers?search=test`],
    ['purchases', () => vendor, () => `/api/shops/${shop.id}/purchases`],
    ['a file of purchases', () => vendor, () => `/api/shops/${shop.id}/purchases.csv`],
    ['the history of a stock', () => vendor, () => `/api/shops/${shop.id}/variants/${variant.id}/stock-history`],
    ['orders of all shops', () => operator, () => '/api/operator/orders'],
    ['sums of orders', () => operator, () => '/api/operator/orders/summary'],
    ['a file of all orders', () => operator, () => '/api/operator/orders.csv'],
    ['shops with figures', () => operator, () => '/api/operator/shops'],
    ['sums of shops', () => operator, () => '/api/operator/shops/summary'],
    ['a file of shops', () => operator, () => '/api/operator/shops.csv'],
    ['activity of operators', () => operator, () => '/api/operator/activity'],
  ];
  it.each(calls)('%s', async (_, who, path) => {
    const [before, repeated] = [await readsOf('replica'), await readsOf('repeated')];
    expect((await who().get(path())).status).toBe(200);
    expect(await readsOf('replica')).toBeGreaterThan(before);
    expect(await readsOf('repeated')).toBe(repeated);
    const asked = await readsOf('replica');
    await who().get(path(), { headers: { 'read-from': 'primary' } });
    const more = (await readsOf('replica')) - asked;
    if (who !== anyone) expect(more).toBe(0);
  });
});

it('never reads from the replica for changes, sessions and open orders', async () => {
  const before = await readsOf('replica');
  await placeOrder();
  for (const path of ['/api/users/me', '/api/orders/user', '/api/users/notifications']) await customer.get(path);
  await vendor.get(`/api/orders/shop/${shop.id}?group=done`);
  await vendor.get(`/api/orders/shop/${shop.id}?group=open`);
  await vendor.get(`/api/orders/shop/${shop.id}/counts`);
  expect(await readsOf('replica')).toBe(before);
});

describe('while the replica is behind, within the bound', () => {
  beforeEach(async () => {
    await servers.pauseReplay();
    return () => servers.resumeReplay();
  });

  const ownOrders = async (headers = {}): Promise<number> =>
    (await customer.get('/api/orders/user?search=rice&limit=200', { headers })).body.length;

  it('shows a customer the order they have just placed', async () => {
    const before = await ownOrders();
    await placeOrder();
    expect(await ownOrders({ 'read-from': 'primary' })).toBe(before + 1);
    expect(await ownOrders()).toBe(before);
  });

  it('serves and caches the version of a catalog that was announced, whether the process had it before or not', async () => {
    const priceOf = async () => (await api.as().get(`/api/products?shopId=${shop.id}`)).body[0].price as number;
    const pageOf = async () => (await api.as().get(`/api/products/${variant.productId}`)).body;
    const before = await priceOf();
    const other = await createShop();
    const { variants } = await createProduct({ shop: other });
    await raisePrice(shop.id, variant.id);
    await raisePrice(other.id, variants[0]?.id ?? 0);
    expect(await onStandby(`SELECT price_paise FROM variants WHERE id = $1`, [variant.id])).toEqual({
      price_paise: before * 100,
    });
    expect(await priceOf()).toBe(before + 1);
    expect(await priceOf()).toBe(before + 1);
    expect(JSON.stringify(await pageOf())).toContain(`"price":${before + 1}`);
    expect((await api.as().get(`/api/products?shopId=${other.id}&limit=5`)).body[0].price).toBe(51);
    expect((await api.as().get(`/api/products?shopId=${other.id}`)).body[0].price).toBe(51);
  });

  it('finds a product and a shop that the replica does not have yet', async () => {
    const { product } = await createProduct({ shop });
    expect((await api.as().get(`/api/products/${product.id}`)).status).toBe(200);
    const other = await createShop();
    await createProduct({ shop: other });
    expect((await api.as().get(`/api/products?shopId=${other.id}`)).body).toHaveLength(1);
  });

  it('fills the memory of public shops with all that there are', async () => {
    const late = await createShop({ latitude: 13.08, longitude: 80.27 });
    await createProduct({ shop: late });
    const shops = new PublicShops();
    const stop = shops.watch({ subscribe: () => () => {}, onReconnect: () => () => {} });
    await vi.waitFor(async () => expect(await mayReadReplica(() => shops.get())).toBeDefined(), WITHIN);
    expect(shops.peek()?.has(late.id)).toBe(true);
    stop();
  });
});

it('answers every request while the replica is unavailable, and uses it again', async () => {
  await servers.killStandby();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      at % 2 ? customer.get('/api/orders/user/shops') : api.as().get('/api/shops'),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(openReplica()?.isUsable).toBe(false);
  await servers.restartStandby();
  await isCurrent();
  const before = await readsOf('replica');
  await customer.get('/api/orders/user/shops');
  expect(await readsOf('replica')).toBeGreaterThan(before);
  expect(metricValue(await readMetrics(), 'haat_replica_lag_seconds')).toBeLessThan(MAX_LAG_MS / 1_000);
});

it('does not let those who are not logged in choose the primary', async () => {
  const before = await readsOf('replica');
  await api.as().get('/api/search?q=basmati&lat=13.08&lng=80.27', { headers: { 'read-from': 'primary' } });
  expect(await readsOf('replica')).toBeGreaterThan(before);
});

it('serves public pages and refuses changes while the primary is unavailable', async () => {
  await servers.killPrimary();
  await vi.waitFor(async () => expect((await api.as().get('/ready')).body.status).toBe('degraded'), WITHIN);
  const paths = [
    `/api/products?shopId=${shop.id}`,
    `/api/products/${variant.productId}`,
    '/api/search?q=basmati&lat=13.08&lng=80.27',
    '/api/shops',
    '/api/shops?lat=13.08&lng=80.27',
  ];
  for (const path of paths) expect([path, (await api.as().get(path)).status]).toEqual([path, 200]);
  const order = { body: orderBody([{ variant }]), headers: { 'idempotency-key': randomUUID() } };
  expect((await customer.post('/api/orders', order)).status).toBe(503);
  await servers.restartPrimary();
  await vi.waitFor(async () => expect((await api.as().get('/ready')).body.status).toBe('ready'), WITHIN);
  expect((await customer.get('/api/users/me')).status).toBe(200);
}, 120_000);

/** Like a change in another process, whose signal has arrived here. */
async function raisePrice(shopId: number, variantId: number): Promise<void> {
  await database().pool.query('UPDATE variants SET price_paise = price_paise + 100 WHERE id = $1', [variantId]);
  const version = (await readCatalogVersion(shopId)) ?? 0;
  for (const cache of [catalogCache, catalogVersions]) cache.announce(shopId, version);
}
