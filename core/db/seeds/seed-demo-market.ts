import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import type { ImageStore } from '../../gateways/image-store.ts';
import { PICTURES_URL } from '../../catalog/shipped/catalog-data.ts';
import { DEMO_MARKET } from './demo/demo-market.ts';
import { drawPastOrders } from './draw-past-orders.ts';
import { loadSharedCatalog } from '../../catalog/load-shared-catalog.ts';
import { seedPastOrders } from './seed-past-orders.ts';
import { seedPeople, seedProducts, seedShops } from './seed-shops.ts';
import { encodePicture, PICTURE_WIDTHS } from '../../pictures/encode-picture.ts';

/**
 * Fills a migrated database that has no shop yet with the shared catalog and the demo market, and the store of uploads with its
 * pictures. Returns false and does nothing if there is any shop. Safe to run concurrently.
 */
export async function seedDemoMarket(target: { databaseUrl: string; pictures: ImageStore }): Promise<boolean> {
  const client = new pg.Client({ connectionString: target.databaseUrl });
  await client.connect();
  try {
    await client.query('BEGIN');
    // A name of our own in the space of advisory locks; it ends with the transaction.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('haat demo market'))`);
    const isEmpty = (await client.query('SELECT FROM shops LIMIT 1')).rowCount === 0;
    if (isEmpty) {
      // The pictures are drawn while the database works.
      await Promise.all([seedPictures(target.pictures), fill(client)]);
    }
    await client.query('COMMIT');
    return isEmpty;
  } finally {
    // Ends the transaction of a seed that failed, too.
    await client.end();
  }
}

async function fill(client: pg.Client): Promise<void> {
  await loadSharedCatalog(client);
  const shops = await seedShops(client, DEMO_MARKET);
  const people = await seedPeople(client, shops);
  const variants = await seedProducts(client, shops);
  const { addresses } = people;
  const orders = drawPastOrders({ shops, variants, addresses, now: new Date() });
  await seedPastOrders(client, orders, { people, variants });
}

const LARGEST = Math.max(...PICTURE_WIDTHS);
const SMALLER = PICTURE_WIDTHS.filter((width) => width < LARGEST);

/** Stores the pictures of the demo products in every width. Only the largest is in the repository. Idempotent. */
export async function seedPictures(store: ImageStore): Promise<void> {
  const files = (await readdir(PICTURES_URL)).filter((name) => name.endsWith('.webp'));
  await Promise.all(files.map((file) => seedPicture(store, file)));
}

async function seedPicture(store: ImageStore, file: string): Promise<void> {
  const bytes = await readFile(new URL(file, PICTURES_URL));
  const smaller = await encodePicture(bytes, SMALLER);
  await store.put(file, bytes);
  for (const each of smaller) await store.put(file.replace(`-${LARGEST}`, `-${each.width}`), each.bytes);
}
