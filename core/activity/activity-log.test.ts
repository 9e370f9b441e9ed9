import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database, inTransaction } from '../db/database.ts';
import { createMember, createShop } from '../test/factories.ts';
import { differences, recordActivity } from './activity-log.ts';

beforeAll(() => void connectDatabase());
afterAll(closeDatabase);

it('records who did what, before and after, and rejects changes of it', async () => {
  const shop = await createShop();
  const { id: actorId } = await createMember({ shop });
  const change = { before: { price: 50 }, after: { price: 60 } };
  await inTransaction((client) =>
    recordActivity(client, { shopId: shop.id, actorId, action: 'product.changed', subject: 'Tomato', ...change }),
  );
  const { pool } = database();
  const { rows } = await pool.query('SELECT * FROM activity_log WHERE shop_id = $1', [shop.id]);
  expect(rows).toMatchObject([{ actor_id: actorId, action: 'product.changed', subject: 'Tomato', ...change }]);
  for (const attempt of ["UPDATE activity_log SET subject = 'x'", 'DELETE FROM activity_log']) {
    await expect(pool.query(attempt)).rejects.toThrow('append-only');
  }
});

it('returns the fields that differ', () => {
  const from = { name: 'Tomato', price: 50, units: [1] };
  expect(differences(from, { name: 'Tomato', price: 60, units: [1] })).toEqual({
    before: { price: 50 },
    after: { price: 60 },
  });
  expect(differences(from, { ...from, units: [1] })).toBeUndefined();
  expect(differences({}, { name: 'Tomato' })).toEqual({ before: { name: null }, after: { name: 'Tomato' } });
});
