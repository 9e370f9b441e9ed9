import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { SignalListeners } from '../../live/bus.ts';
import { closeDatabase, connectDatabase, database } from '../../db/database.ts';
import { createQueueBackend, readyQueue } from '../../queue/queues.ts';
import { placeOrder } from '../../orders/place/place-order.ts';
import { announcedOrder } from '../../test/announced-order.ts';
import { createProduct, createShop, createUser } from '../../test/factories.ts';
import { metricValue } from '../../test/metric-lines.ts';
import { orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import { readMetrics } from './metrics.ts';

beforeAll(() => connectDatabase());
afterAll(stopServices);

// Values read from a store are cached for a moment, so each test runs a minute later than the one before.
let later = 0;
beforeEach(() => {
  later += 60_000;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + later);
  return () => vi.restoreAllMocks();
});

const read = async (...series: string[]) => {
  const text = await readMetrics();
  return series.map((each) => metricValue(text, each));
};

/** A store that did not answer a scrape in time is asked again: a minute later, as that too is remembered for a moment. */
const eventually = (check: () => Promise<void>) =>
  vi.waitFor(
    async () => {
      later += 60_000;
      await check();
    },
    { timeout: 30_000 },
  );

it('counts an order once, however often its request comes', async () => {
  const [shop, user] = await Promise.all([createShop(), createUser()]);
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 30_000, stock: 5 }] });
  const request = { userId: user.id, body: orderBody([{ variant: variants[0]! }]), idempotencyKey: 'counted-once-1' };
  const [before = 0] = await read('haat_orders_placed_total{payment="cod"}');
  await placeOrder(request);
  await placeOrder(request);
  expect(await read('haat_orders_placed_total{payment="cod"}')).toEqual([before + 1]);
});

it('reports the timeline of the primary, and no standbys where commits wait for none', async () => {
  await eventually(async () => {
    const [timeline, standbys] = await read('haat_database_timeline', 'haat_database_standbys');
    expect(timeline).toBeGreaterThanOrEqual(1);
    expect(standbys).toBeNaN();
  });
});

it('reports open outbox rows and the age of the oldest', async () => {
  await database().pool.query('UPDATE outbox SET done_at = now()');
  const [shop, user] = await Promise.all([createShop(), createUser()]);
  await announcedOrder({ shop, user, ageSeconds: 90 });
  await announcedOrder({ shop, user });
  await eventually(async () => {
    const [waiting, oldest] = await read('haat_outbox_waiting', 'haat_outbox_oldest_seconds');
    expect(waiting).toBe(2);
    expect(oldest).toBeGreaterThanOrEqual(90);
    expect(oldest).toBeLessThan(150);
  });
});

it('reports waiting and failed jobs of a queue, and the age of the oldest', async () => {
  const queue = await readyQueue('imports');
  await queue.add('first', {}, { timestamp: Date.now() - 40_000 });
  await queue.add('second', {});
  await eventually(async () => {
    const [waiting, oldest, none] = await read(
      'haat_queue_jobs{queue="imports",state="waiting"}',
      'haat_queue_oldest_waiting_seconds{queue="imports"}',
      'haat_queue_oldest_waiting_seconds{queue="maintenance"}',
    );
    expect([waiting, none]).toEqual([2, 0]);
    expect(oldest).toBeGreaterThanOrEqual(40);
  });

  const backend = createQueueBackend({ workers: 1 });
  const worker = backend.worker('imports', () => Promise.reject(new Error('A test wants it to fail')), 1);
  try {
    await vi.waitFor(async () => expect(await queue.getJobCounts('failed')).toEqual({ failed: 2 }), {
      timeout: 30_000,
    });
  } finally {
    await worker.close();
    await backend.close();
  }
  await eventually(async () => expect(await read('haat_queue_jobs{queue="imports",state="failed"}')).toEqual([2]));
});

it('counts a job that waits for another attempt as waiting since it was added', async () => {
  const queue = await readyQueue('mail');
  const fails = { attempts: 5, backoff: { type: 'fixed' as const, delay: 60_000 } };
  await queue.add('retried', {}, { ...fails, timestamp: Date.now() - 90_000 });
  await queue.add('later', {}, { delay: 3_600_000, timestamp: Date.now() - 900_000 });
  const backend = createQueueBackend({ workers: 1 });
  const worker = backend.worker('mail', () => Promise.reject(new Error('A test wants it to fail')), 1);
  try {
    await vi.waitFor(async () => expect(await queue.getJobCounts('delayed')).toEqual({ delayed: 2 }), {
      timeout: 30_000,
    });
  } finally {
    await worker.close();
    await backend.close();
  }
  await eventually(async () => {
    const [oldest = 0] = await read('haat_queue_oldest_waiting_seconds{queue="mail"}');
    expect(oldest).toBeGreaterThanOrEqual(90);
    expect(oldest).toBeLessThan(900);
  });
});

it('has the gauges of payments, the pool and the process', async () => {
  await eventually(async () => {
    const [stray, limit, lag, ok] = await read(
      'haat_payments_money_without_order',
      'haat_db_pool_limit',
      'nodejs_eventloop_lag_p99_seconds',
      'haat_metrics_source_up{source="payments"}',
    );
    expect([stray, limit, ok]).toEqual([0, 10, 1]);
    expect(lag).toBeGreaterThan(0);
  });
  const [total] = await read('haat_db_pool_connections{state="total"}');
  expect(total).toBeGreaterThan(0);
});

it('reports the longest delay of the event loop since the last scrape', async () => {
  await read();
  await sleep(50);
  // The clock that `performance` shows is the one that this file moves on.
  const until = Date.now() + 400;
  while (Date.now() < until);
  await sleep(50);
  const [longest] = await read('nodejs_eventloop_lag_max_seconds');
  expect(longest).toBeGreaterThan(0.35);
  expect(longest).toBeLessThan(10);
});

it('counts reconnects of the bus', async () => {
  const [before = 0] = await read('haat_bus_reconnects_total');
  new SignalListeners().reconnected();
  expect(await read('haat_bus_reconnects_total')).toEqual([before + 1]);
});

it('queries the stores once for many scrapes', async () => {
  const query = vi.spyOn(database().pool, 'query');
  await Promise.all(Array.from({ length: 20 }, readMetrics));
  await sleep(0);
  const statements = query.mock.calls.map(([statement]) => statement as unknown as string | { text: string });
  const texts = statements.map((statement) => (typeof statement === 'string' ? statement : statement.text));
  expect(texts.length).toBeGreaterThan(1);
  expect(new Set(texts).size).toBe(texts.length);
});

it('responds without the database: reports that, and has no values', async () => {
  await closeDatabase();
  const [waiting, stray, ok, pools] = await read(
    'haat_outbox_waiting',
    'haat_payments_money_without_order',
    'haat_metrics_source_up{source="outbox"}',
    'haat_db_pool_connections{state="total"}',
  );
  expect([waiting, stray, ok, pools]).toEqual([Number.NaN, Number.NaN, 0, undefined]);
  connectDatabase();
  await eventually(async () => expect(await read('haat_metrics_source_up{source="outbox"}')).toEqual([1]));
});
