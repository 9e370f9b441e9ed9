import pg from 'pg';
import type { ImageStore } from '../../gateways/image-store.ts';
import { DEMO_MARKET } from './demo/demo-market.ts';
import { drawUpPastOrders } from './draw-up-past-orders.ts';
import { seedPastOrders } from './seed-past-orders.ts';
import { seedPeople } from './seed-people.ts';
import { seedPictures } from './seed-pictures.ts';
import { seedProducts } from './seed-products.ts';
import { seedShops } from './seed-shops.ts';

/**
 * Fills a migrated database that has no shop yet with the demo market, and the store of uploads with its pictures.
 * False, and nothing done, when there is any shop. Safe for several processes at once.
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
      await seedPictures(target.pictures);
      await fill(client);
    }
    await client.query('COMMIT');
    return isEmpty;
  } finally {
    // Ends the transaction of a seed that failed, too.
    await client.end();
  }
}

async function fill(client: pg.Client): Promise<void> {
  const shops = await seedShops(client, DEMO_MARKET);
  const people = await seedPeople(client, shops);
  const variants = await seedProducts(client, shops);
  const { addresses } = people;
  const orders = drawUpPastOrders({ shops, variants, addresses, now: new Date() });
  await seedPastOrders(client, orders, { people, variants });
}
