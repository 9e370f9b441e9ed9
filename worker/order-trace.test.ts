import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectBus } from '@haat/core/live/connect-bus';
import { connectDatabase } from '@haat/core/db/database';
import { log } from '@haat/core/ops/log';
import { createQueueBackend } from '@haat/core/queue/queues';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { dispatchesSettled } from '@haat/core/queue/outbox';
import { currentTrace, traced } from '@haat/core/lib/async';
import { createProduct, createShop, createUser } from '../core/test/factories.ts';
import { orderBody } from '../core/test/order-body.ts';
import { stopServices } from '../core/test/stop-services.ts';
import { processorOf } from './processors.ts';

beforeAll(() => void connectDatabase());
afterAll(stopServices);

it('announces an order under the id of the request that placed it, and under no other', async () => {
  const [shop, user] = await Promise.all([createShop(), createUser()]);
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 30_000, stock: 5 }] });
  const body = orderBody([{ variant: variants[0]! }]);
  const said: unknown[] = [];
  vi.spyOn(log, 'info').mockImplementation(
    (line: unknown) => void said.push({ ...(line as object), ...currentTrace() }),
  );

  const place = (nr: number) =>
    traced({ requestId: `placed-it-${nr}` }, () =>
      placeOrder({ userId: user.id, body, idempotencyKey: `trace-it-${nr}` }),
    );
  await Promise.all([place(1), place(2)]);
  await dispatchesSettled();

  const bus = await connectBus();
  const backend = createQueueBackend({ workers: 1 });
  const worker = backend.worker('order-events', processorOf('order-events', { bus }), 1);
  const found = (id: string) =>
    said
      .filter((line) => (line as { requestIds?: string[] }).requestIds?.includes(id))
      .map((line) => Object.keys(line as object));
  try {
    await vi.waitFor(
      () => {
        for (const id of ['placed-it-1', 'placed-it-2']) {
          expect(found(id)).toEqual([
            ['outboxIds', 'feeds', 'job', 'jobId', 'requestIds'],
            ['ms', 'job', 'jobId', 'requestIds'],
          ]);
        }
      },
      { timeout: 30_000, interval: 100 },
    );
  } finally {
    await worker.close();
    await backend.close();
    await bus.close();
  }
  expect(JSON.stringify(said)).not.toContain(user.email);
}, 60_000);
