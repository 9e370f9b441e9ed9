import { connectBus } from '@haat/core/live/connect-bus';
import type { Bus, Signal } from '@haat/core/live/bus';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { closeQueues } from '@haat/core/queue/queues';
import { dispatchesSettled } from '@haat/core/queue/outbox';
import { startImport } from '@haat/core/catalog/imports/start-import';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMember, createProduct, createShop } from '../core/test/factories.ts';
import { brokenInvariants } from '../core/test/invariants.ts';
import { sheetXml, workbookOf } from '../core/test/workbook.ts';
import { killLeftoverPrograms, startWorkerProgram } from '../core/test/program.ts';

const PRODUCTS = 3000;
const WITHIN = { timeout: 60_000, interval: 20 };

let bus: Bus;
const signals: Signal[] = [];
beforeAll(async () => {
  connectDatabase();
  bus = await connectBus();
  bus.subscribe((signal) => signals.push(signal));
});
afterAll(async () => {
  killLeftoverPrograms();
  await dispatchesSettled();
  await closeQueues();
  await bus.close();
  await closeDatabase();
});

const one = async <Row>(text: string, id: number): Promise<Row> => {
  const { rows } = await database().pool.query(text, [id]);
  return rows[0];
};
const importOf = (id: number) =>
  one<{ state: string; position: number; created: number; changed: number }>('SELECT * FROM imports WHERE id = $1', id);

async function sessionAt(shop: { id: number; slug: string }) {
  const { id: userId, email } = await createMember({ shop });
  const nobody = { sessionId: '00000000-0000-0000-0000-000000000000', isPlatformAdmin: false };
  return { ...nobody, userId, actorId: userId, email, shopId: shop.id, shopSlug: shop.slug, role: 'vendor' as const };
}

it('an import whose workers are killed is done once, as a whole', async () => {
  const shop = await createShop();
  const { variants } = await createProduct({ shop, name: 'There before', variants: [{ stock: 5 }] });
  const lines = Array.from({ length: PRODUCTS }, (_, at) => [
    `Product no ${at}`,
    'New unit',
    at + 1.5,
    at + 1,
    'Own catalog',
  ]);
  const rows = [['name', 'unit', 'price', 'stock', 'category'], ['There before', '', 75, 8, ''], ...lines];
  const by = await sessionAt(shop);
  const file = { name: 'all.xlsx', bytes: workbookOf(sheetXml(rows)) };
  const { id } = await startImport({ by, shopId: shop.id, file, isDryRun: false });

  for (const [state, least] of [
    ['reading', 0],
    ['running', 1_000],
  ] as const) {
    const worker = await startWorkerProgram();
    await vi.waitFor(async () => expect((await importOf(id)).position).toBeGreaterThanOrEqual(least), WITHIN);
    await worker.kill();
    expect(await importOf(id)).toMatchObject({ state });
  }
  const last = await startWorkerProgram();
  await vi.waitFor(async () => expect((await importOf(id)).state).toBe('done'), WITHIN);
  expect(await importOf(id)).toMatchObject({ position: PRODUCTS + 1, created: PRODUCTS, changed: 1, failed: 0 });

  const count = (of: string) => one<{ count: number; sum: number }>(`SELECT count(*), sum(stock) FROM ${of}`, shop.id);
  const catalog = 'variants v JOIN products p ON p.id = v.product_id WHERE p.shop_id = $1';
  expect(await count(catalog)).toEqual({ count: PRODUCTS + 1, sum: (PRODUCTS * (PRODUCTS + 1)) / 2 + 8 });
  expect(await one('SELECT count(*) FROM units WHERE shop_id = $1', shop.id)).toEqual({ count: 1 });
  expect(await one('SELECT stock, price_paise FROM variants WHERE id = $1', variants[0]!.id)).toEqual({
    stock: 8,
    price_paise: 7500,
  });
  const log = await database().pool.query(
    `SELECT after FROM activity_log WHERE shop_id = $1 AND action = 'products.imported'`,
    [shop.id],
  );
  expect(log.rows).toEqual([{ after: { created: PRODUCTS, changed: 1, unchanged: 0, failed: 0 } }]);
  expect(await brokenInvariants(database().pool)).toEqual([]);

  const { version } = await one<{ version: number }>('SELECT version FROM catalogs WHERE shop_id = $1', shop.id);
  const signaledVersions = () =>
    signals.flatMap((signal) => (signal.type === 'catalog' && signal.shopId === shop.id ? [signal.version] : []));
  await vi.waitFor(() => expect(signaledVersions()).toContain(version), WITHIN);
  expect(signaledVersions().length).toBeLessThan(PRODUCTS / 4);
  expect(await last.terminate()).toBe(0);
}, 150_000);
