import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportView } from '@haat/contract/catalog/imports.calls';
import { database } from '@haat/core/db/database';
import type { Figure } from './measure.ts';
import { withPrograms } from './programs.ts';
import { openShop, type OpenShop } from './bench-data.ts';

const ROWS = 5_000;
const BARE_ROWS = 500;

/**
 * Rows per second of imports through API and worker, each row a product, against bare inserts in a transaction each, which
 * are measured before and after each import: the floor is their mean.
 */
export async function measureImport(): Promise<Figure[]> {
  // A shop has room for as many products as a file has rows.
  const [shop, bare] = [await openShop(), await openShop()];
  return withPrograms({ worker: true }, async (url) => {
    const figures: Figure[] = [];
    let before = await bareInserts(bare.id);
    const measure = async (what: string, { text, goal }: { text: string; goal: number }) => {
      const perSecond = await importAndRun(url, shop, text);
      const after = await bareInserts(bare.id);
      const floor = (before + after) / 2;
      before = after;
      figures.push({
        what,
        figure: `${perSecond.toFixed(0)} rows/s   ratio ${(perSecond / floor).toFixed(2)}`,
        floor: `${floor.toFixed(0)}/s`,
        goal: `≥ ${goal} rows/s`,
        reached: perSecond >= goal,
      });
    };
    await measure(`${ROWS} new products`, { text: csvAt(50), goal: 900 });
    await measure(`${ROWS} changed prices`, { text: csvAt(60), goal: 100 });
    await measure(`${ROWS} rows that change nothing`, { text: csvAt(60), goal: 100 });
    return figures;
  });
}

const csvAt = (price: number): string => {
  const rows = Array.from({ length: ROWS }, (_, at) => `Imported product ${at},Staples,Rice,kg,${price},100`);
  return ['name,category,subcategory,unit,price,stock', ...rows].join('\r\n');
};

async function importAndRun(url: string, shop: OpenShop, text: string): Promise<number> {
  const body = new FormData();
  body.append('dry_run', 'false');
  body.append('file', new Blob([text]), 'bench.csv');
  const started = performance.now();
  const { id } = await call(`${url}/api/shops/${shop.id}/imports`, shop, { method: 'POST', body });
  for (;;) {
    const { state, failed } = await call(`${url}/api/shops/${shop.id}/imports/${id}`, shop);
    if (state === 'done' && failed === 0) return ROWS / ((performance.now() - started) / 1_000);
    if (state !== 'waiting' && state !== 'running') throw new Error(`The import ended as ${state}, ${failed} failed`);
    await sleep(50);
  }
}

async function call(url: string, { vendorToken }: OpenShop, init: RequestInit = {}): Promise<ImportView> {
  const response = await fetch(url, { ...init, headers: { authorization: `Bearer ${vendorToken}` } });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as ImportView;
}

/** What a product, its variant and its ledger row cost when nothing is looked at. */
async function bareInserts(shopId: number): Promise<number> {
  const started = performance.now();
  for (let at = 0; at < BARE_ROWS; at += 1)
    await database().pool.query({ name: 'bare-product', text: BARE, values: [shopId] });
  return BARE_ROWS / ((performance.now() - started) / 1_000);
}

const BARE = `
  WITH product AS (INSERT INTO products (shop_id, name) VALUES ($1, 'Bare product') RETURNING id),
    variant AS (INSERT INTO variants (product_id, price_paise, stock) SELECT id, 5000, 100 FROM product RETURNING id)
  INSERT INTO stock_ledger (variant_id, delta, reason) SELECT id, 100, 'opening' FROM variant`;
