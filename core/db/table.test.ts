import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUser } from '../test/factories.ts';
import { closeDatabase, connectDatabase, database, inTransaction, isCheckViolation } from './database.ts';
import { Address } from './accounts.models.ts';

beforeAll(() => connectDatabase());
afterAll(closeDatabase);

it('runs every statement of a query in the transaction of its client', async () => {
  const { id: userId } = await createUser();
  const fields = { name: 'Asha', street: '1 Church Street', city: 'Bengaluru', zip: '560001', phone: '9876543210' };
  const failing = inTransaction(async (client) => {
    expect(await Address.query(client).insertAndFetch({ userId, ...fields })).toMatchObject({ ...fields, label: null });
    expect(await Address.query(client).where({ userId }).resultSize()).toBe(1);
    expect(await Address.query(client).where({ userId }).page(0, 10)).toMatchObject({ total: 1 });
    // Another connection does not see it yet.
    expect(await Address.query().where({ userId }).resultSize()).toBe(0);
    throw new Error('Stop');
  });
  await expect(failing).rejects.toThrow('Stop');
  expect(await Address.query().where({ userId }).resultSize()).toBe(0);
  const { pool } = database();
  expect(pool.idleCount).toBe(pool.totalCount);
});

it('runs on the pool of the process, too', async () => {
  const { id: userId } = await createUser();
  expect(await Address.query(database().pool).where({ userId })).toEqual([]);
});

it('fails with the error of the driver', async () => {
  const failing = Address.query().insert({
    userId: 0,
    name: 'Asha',
    street: '1',
    city: 'Bengaluru',
    zip: '1',
    phone: '1',
  });
  await expect(failing).rejects.toSatisfy(isCheckViolation);
});
