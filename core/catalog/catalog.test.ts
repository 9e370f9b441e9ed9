import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Signal } from '../live/bus.ts';
import type { EncodedBody } from '../lib/cache/encoded-body.ts';
import { VersionedCache } from '../lib/cache/versioned-cache.ts';
import { closeDatabase, connectDatabase, database } from '../db/database.ts';
import { createProduct, createShop } from '../test/factories.ts';
import { catalogCache, readCatalog, readCatalogVersion, watchCatalogs } from './catalog.ts';

beforeAll(() => void connectDatabase());
afterAll(closeDatabase);

type Seen = { version: number; body: EncodedBody };

/** The cache of one replica, with the version beside the body for the readers to compare. */
const makeReplica = () =>
  new VersionedCache<number, Seen>({
    load: async (shopId) => {
      const catalog = await readCatalog({ shopId });
      return catalog && { ...catalog, value: { version: catalog.version, body: catalog.value } };
    },
    version: readCatalogVersion,
    maxStaleMs: 300,
    maxEntries: 10,
    maxBytes: 1_000_000,
  });

const raisePrice = async (variantId: number) => {
  await database().pool.query('UPDATE variants SET price_paise = price_paise + 100 WHERE id = $1', [variantId]);
};

/** Reads until it is stopped; how often the version went backwards or did not fit its body (each change is one rupee). */
async function readOn(
  replica: VersionedCache<number, Seen>,
  shop: { id: number; version: number },
  until: { over: boolean },
) {
  let last = 0;
  let wrong = 0;
  let reads = 0;
  while (!until.over) {
    const seen = await replica.get(shop.id);
    const [product] = JSON.parse(seen?.body.identity.toString() ?? '[]') as { price: number }[];
    if (!seen || !product || seen.version < last || product.price !== 50 + seen.version - shop.version) wrong += 1;
    last = seen?.version ?? last;
    reads += 1;
    await new Promise(setImmediate);
  }
  return { wrong, reads };
}

it.each([
  { what: 'every announcement arrives', lost: 0 },
  { what: 'half of the announcements are lost', lost: 0.5 },
])('two replicas under 150 changes never go backwards and end current when $what', async ({ lost }) => {
  const shop = await createShop();
  const { variants } = await createProduct({ shop });
  const variantId = variants[0]?.id ?? 0;
  const start = { id: shop.id, version: (await readCatalogVersion(shop.id)) ?? 0 };
  const replicas = [makeReplica(), makeReplica()];
  const until = { over: false };
  const readers = replicas.flatMap((replica) => Array.from({ length: 4 }, () => readOn(replica, start, until)));
  for (let change = 0; change < 150; change += 1) {
    await raisePrice(variantId);
    const version = await readCatalogVersion(shop.id);
    for (const [at, replica] of replicas.entries()) {
      if ((change * 7 + at * 3) % 10 >= lost * 10) replica.announce(shop.id, version ?? 0);
    }
    await sleep(change % 4);
  }
  await sleep(lost ? 350 : 0);
  const want = await readCatalogVersion(shop.id);
  expect((await Promise.all(replicas.map((replica) => replica.get(shop.id)))).map((seen) => seen?.version)).toEqual([
    want,
    want,
  ]);
  until.over = true;
  const results = await Promise.all(readers);
  expect(results.every(({ reads }) => reads > 10)).toBe(true);
  expect(results.map(({ wrong }) => wrong)).toEqual(results.map(() => 0));
});

it('the process cache receives changes over the bus, and checks again after a gap', async () => {
  const listeners: { signal?: (signal: Signal) => void; reconnect?: () => void } = {};
  const stop = watchCatalogs({
    subscribe: (listener) => {
      listeners.signal = listener;
      return () => delete listeners.signal;
    },
    onReconnect: (listener) => {
      listeners.reconnect = listener;
      return () => delete listeners.reconnect;
    },
  });
  const shop = await createShop();
  const { variants } = await createProduct({ shop });
  const price = async () =>
    (JSON.parse(String((await catalogCache.get(shop.id))?.identity)) as { price: number }[])[0]?.price;
  expect(await price()).toBe(50);

  await raisePrice(variants[0]?.id ?? 0);
  expect(await price(), 'within two seconds without a signal').toBe(50);
  listeners.signal?.({ type: 'catalog', shopId: shop.id, version: (await readCatalogVersion(shop.id)) ?? 0 });
  expect(await price()).toBe(51);

  await raisePrice(variants[0]?.id ?? 0);
  listeners.reconnect?.();
  expect(await price()).toBe(52);
  stop();
  expect(listeners).toEqual({});
});
