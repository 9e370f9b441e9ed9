import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../db/database.ts';
import { createShop, createUser } from '../test/factories.ts';
import { findOrAddOptions } from './options.ts';

let shop: { id: number };
let user: { id: number };

beforeAll(async () => {
  connectDatabase();
  shop = await createShop();
  user = await createUser();
});
afterAll(closeDatabase);

it('finds a size that another request is adding, and leaves it to those who use it meanwhile', async () => {
  const [other, own] = [await database().pool.connect(), await database().pool.connect()];
  try {
    for (const client of [other, own]) await client.query('BEGIN');
    const added = await other.query(`INSERT INTO sizes (name) VALUES ('Waist 32'), ('Waist 36') RETURNING id::int`);
    const forms = [{ variants: ['Waist 36', 'Waist 32', 'Waist 34'].map((size) => ({ size, price: 10 })) }];
    const finding = findOrAddOptions(own, { shopId: shop.id, actorId: user.id, forms });
    await vi.waitFor(async () => {
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      expect((await database().pool.query(waiting)).rowCount).toBe(1);
    });
    await other.query('COMMIT');
    const { size } = await finding;
    expect([size('Waist 32'), size('Waist 36')]).toEqual(added.rows.map(({ id }) => id));
    expect(size('Waist 34')).toBeGreaterThan(0);
    // The lock that the foreign key of another new variant takes, while its transaction holds the catalog that this one changes.
    await other.query(`SELECT FROM sizes WHERE name IN ('Waist 32', 'Waist 36') FOR KEY SHARE NOWAIT`);
  } finally {
    for (const client of [own, other]) {
      await client.query('ROLLBACK');
      client.release();
    }
  }
});
