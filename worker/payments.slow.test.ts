import { connectDatabase, database } from '@haat/core/db/database';
import { startOrderPayment } from '@haat/core/orders/place/start-order-payment';
import { startBarePayment } from '@haat/core/payments/start-payment';
import { stopServices } from '@haat/core/test/stop-services';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createProduct, createShop, createUser } from '../core/test/factories.ts';
import { brokenInvariants } from '../core/test/invariants.ts';
import { orderBody } from '../core/test/order-body.ts';
import { startPayments } from '../core/test/payments.ts';
import { killLeftoverPrograms, startWorkerProgram } from '../core/test/program.ts';
import type { Sandbox } from '../tests/fixtures/payments/start-sandbox.ts';

const COUNT = 6;
const WITHIN = { timeout: 50_000, interval: 200 };

let sandbox: Sandbox;
beforeAll(async () => {
  connectDatabase();
  sandbox = await startPayments();
});
afterAll(async () => {
  killLeftoverPrograms();
  await sandbox.stop();
  await stopServices();
});

/** Orders whose time to pay has run out; the first half was paid without a report. */
async function held() {
  const [shop, user] = await Promise.all([createShop(), createUser()]);
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: COUNT }] });
  const order = orderBody([{ variant: variants[0]! }], { paymentMethod: 'online' });
  for (let nr = 0; nr < COUNT; nr += 1) {
    const starting = { provider: 'razorpay', user, order, idempotencyKey: `held-for-the-worker-${nr}` } as const;
    const { providerOrderId } = await startOrderPayment(starting);
    if (nr < COUNT / 2) await sandbox.pay(providerOrderId, 'close');
  }
  await database().pool.query('UPDATE orders SET reserved_until = now() WHERE shop_id = $1', [shop.id]);
  return { shop, user, variant: variants[0]! };
}

const rows = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;

it('settles open payments once, although one of the workers is killed meanwhile', async () => {
  const { shop, user, variant } = await held();
  const stray = await startBarePayment({ provider: 'razorpay', user, amountPaise: 12_345 });
  await sandbox.pay(stray.providerOrderId, 'close');
  const { env } = sandbox;
  const [one] = await Promise.all([startWorkerProgram({ env }), startWorkerProgram({ env })]);

  const states = () =>
    rows<{ state: string; n: number }>(
      'SELECT payment_status AS state, count(*)::int AS n FROM orders WHERE shop_id = $1 GROUP BY 1 ORDER BY 1',
      [shop.id],
    );
  const isBegun = async () => expect((await states()).some(({ state }) => state !== 'awaiting')).toBe(true);
  await vi.waitFor(isBegun, WITHIN);
  await one.kill();
  await database().pool.query(
    "UPDATE payments SET next_check_at = now(), paid_at = paid_at - interval '31 minutes' WHERE provider_order_id = $1",
    [stray.providerOrderId],
  );
  const half = COUNT / 2;
  await vi.waitFor(
    async () =>
      expect(await states()).toEqual([
        { state: 'expired', n: half },
        { state: 'paid', n: half },
      ]),
    WITHIN,
  );
  expect(await variant.$query()).toMatchObject({ stock: half });

  const refundStray = async () => {
    await database().pool.query(
      "UPDATE payments SET paid_at = now() - interval '31 minutes' WHERE provider_order_id = $1",
      [stray.providerOrderId],
    );
    const text = 'SELECT state FROM payments WHERE provider_order_id = $1';
    expect(await rows(text, [stray.providerOrderId])).toEqual([{ state: 'refunded' }]);
  };
  await vi.waitFor(refundStray, WITHIN);
  expect(sandbox.ledger().razorpay).toEqual({ captured: half * 25_000 + 12_345, refunded: 12_345 });
  expect(await brokenInvariants(database().pool)).toEqual([]);
}, 120_000);
