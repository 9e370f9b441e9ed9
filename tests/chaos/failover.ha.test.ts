import { randomUUID } from 'node:crypto';
import { toPaise } from '@haat/contract/rupees';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkDatabase } from '../../core/ops/doctor/check-database.ts';
import { migrate } from '../../core/db/migrate.ts';
import { brokenInvariants } from '../../core/test/invariants.ts';
import { orderBody } from '../../core/test/order-body.ts';
import { killLeftoverPrograms, startApiProgram, startWorkerProgram } from '../../core/test/program.ts';
import { freePort } from '../../tools/lib/ports.ts';
import { findEngines } from '../servers/engines.ts';
import { type PostgresCluster, startPostgresCluster } from '../servers/postgres-cluster.ts';
import { countListeners } from './failovers.ts';
import { newCustomer, openMarket } from './market.ts';
import { Acknowledged } from './records.ts';
import { callWithRetry, retryOutage } from './retry.ts';

const WITHIN = { timeout: 120_000, interval: 250 };
const TIMEOUT_MS = 120_000;
const CUSTOMERS = 3;

const found = await findEngines();
const skipped = 'missing' in found ? `, SKIPPED because ${found.missing}` : '';

const opening = { pool: 10, withRedis: false };

describe.skipIf('missing' in found)(`a PostgreSQL cluster whose primary is killed${skipped}`, () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    if (!('engines' in found)) return;
    cluster = await startPostgresCluster(found.engines);
    await migrate(cluster.url);
    connectDatabase(cluster.url);
  });
  afterAll(async () => {
    killLeftoverPrograms();
    await closeDatabase();
    await cluster.stop();
  });

  it('has standbys that confirm commits; the doctor reports them, and a standby in place of the primary', async () => {
    const confirms = { mark: 'ok', about: 'Standby', message: '2 confirm commits' };
    expect(await checkDatabase(cluster.url, opening)).toContainEqual(confirms);
    const misled = expect.objectContaining({ mark: 'error', about: 'Primary' });
    expect(await checkDatabase(cluster.readUrl, opening)).toContainEqual(misled);
  });

  it('keeps every acknowledged order once, accepts orders again, and both programs keep running', async () => {
    const { shops } = await openMarket();
    const [shop] = shops;
    if (!shop) throw new Error('There is no shop');
    const settings = {
      DATABASE_URL: cluster.url,
      ORDERS_PER_HOUR: '0',
      ORDERS_PER_HOUR_NEW: '0',
      ORDERS_PER_IP_PER_HOUR: '0',
    };
    const port = await freePort();
    const [api, worker] = await Promise.all([
      startApiProgram({ env: { ...settings, PORT: String(port) } }),
      startWorkerProgram({ env: settings }),
    ]);
    const ended: string[] = [];
    void api.exited.then(() => ended.push('api'));
    void worker.exited.then(() => ended.push('worker'));

    const acknowledged = new Acknowledged();
    const over = new AbortController();
    const order = async (): Promise<void> => {
      const { token, ...customer } = await newCustomer(shop.id);
      const [variant] = shop.variants;
      if (!variant) throw new Error('There is nothing to order');
      for (let nth = 1; !over.signal.aborted; nth++) {
        // Another quantity each time: the same cart within some seconds is the same order.
        const body = orderBody([{ variant, quantity: 1 + (nth % 9) }]);
        const line = { url: `http://127.0.0.1:${port}`, token, key: randomUUID() };
        const reply = await callWithRetry(line, { path: '/api/orders', body }, TIMEOUT_MS);
        expect(reply, `an order of customer ${customer.id}`).toMatchObject({ status: 201 });
        acknowledged.order({ id: Number(reply?.body.orderId), shopId: shop.id, totalPaise: toPaise(body.total) });
      }
    };
    const customers = Promise.all(Array.from({ length: CUSTOMERS }, order));
    await expect.poll(() => acknowledged.orders.size, WITHIN).toBeGreaterThan(20);

    const lost = await cluster.primary();
    await lost.kill();
    lost.start();
    await expect.poll(() => cluster.primary().catch(() => lost), WITHIN).not.toBe(lost);
    const before = acknowledged.orders.size;
    await expect.poll(() => acknowledged.orders.size, WITHIN).toBeGreaterThan(before + 20);
    over.abort();
    await customers;

    await expect.poll(() => countListeners(cluster.url).catch(() => 0), WITHIN).toBe(2);
    const { rows } = await retryOutage(() =>
      database().pool.query<{ n: number }>('SELECT count(*)::int AS n FROM orders'),
    );
    expect(rows[0]?.n).toBe(acknowledged.orders.size);
    expect(await acknowledged.violations()).toEqual({ lost: [], doubled: [] });
    expect(await brokenInvariants(database().pool)).toEqual([]);
    expect(ended).toEqual([]);
    await cluster.untilWhole();
  });
});
