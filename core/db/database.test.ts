import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createUser } from '../test/factories.ts';
import { Address, User } from './accounts.models.ts';
import {
  afterCommit,
  closeDatabase,
  connectDatabase,
  database,
  inTransaction,
  many,
  one,
  run,
  sql,
} from './database.ts';
import { isOutage } from './outage.ts';

beforeAll(() => connectDatabase());
afterAll(closeDatabase);

const addressOf = (userId: number) => ({
  userId,
  name: 'Asha',
  street: '1 Church Street',
  city: 'Bengaluru',
  zip: '560001',
  phone: '9876543210',
});

it('runs models and statements on one pool, which no number of them exceeds', async () => {
  const { pool, knex, url, directUrl } = database();
  const user = await createUser();
  await Promise.all(
    Array.from({ length: 40 }, (_, each) =>
      each % 2 === 0 ? User.query().findById(user.id).execute() : pool.query('SELECT pg_sleep(0.01)'),
    ),
  );
  expect(pool.totalCount).toBe(pool.options.max);
  const { rows } = await knex.raw<{ rows: { count: number }[] }>(
    'SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND application_name = ?',
    [pool.options.application_name ?? ''],
  );
  // A pooler shares fewer among all programs.
  if (url === directUrl) expect(rows[0]?.count).toBe(pool.options.max);
  else expect(rows[0]?.count).toBeLessThan(pool.options.max);
});

it('commits and rolls back transactions of models, and returns their connections', async () => {
  const { pool } = database();
  const { id } = await createUser();
  await Address.transaction(async (trx) => Address.query(trx).insert(addressOf(id)));
  const failing = Address.transaction(async (trx) => {
    await Address.query(trx).insert(addressOf(id));
    throw new Error('Stop');
  });
  await expect(failing).rejects.toThrow('Stop');
  expect(await Address.query().where({ userId: id }).resultSize()).toBe(1);
  expect(pool.idleCount).toBe(pool.totalCount);
});

it('runs what waits for a commit after it, never after a rollback, and immediately outside of a transaction', async () => {
  const done: string[] = [];
  const work = (name: string, fails: boolean) =>
    inTransaction(async (client) => {
      afterCommit(client, () => done.push(name));
      expect(done).not.toContain(name);
      if (fails) throw new Error('no');
    });
  await work('committed', false);
  await expect(work('rolled back', true)).rejects.toThrow('no');
  await inTransaction(async () => {});
  afterCommit(database().pool, () => done.push('outside'));
  expect(done).toEqual(['committed', 'outside']);
});

it('releases the locks of a transaction whose process stops responding', async () => {
  const shown = await inTransaction(async (client) => {
    const { rows } = await client.query('SHOW idle_in_transaction_session_timeout');
    return rows as unknown;
  });
  expect(shown).toEqual([{ idle_in_transaction_session_timeout: '30s' }]);

  const { id } = await createUser();
  const stuck = inTransaction(async (client) => {
    await client.query('UPDATE users SET name = $2 WHERE id = $1', [id, 'Stuck']);
    await client.query(`SET LOCAL idle_in_transaction_session_timeout = '1ms'`);
    // Waits for the lock of the row.
    await database().pool.query('UPDATE users SET name = $2 WHERE id = $1', [id, 'Asha']);
    await client.query('SELECT 1');
  });
  await expect(stuck).rejects.toSatisfy(isOutage);
  expect(await User.query().findById(id)).toMatchObject({ name: 'Asha' });
});

it('fails a transaction of models as an outage when its connection is lost, and replaces the connection', async () => {
  const { pool } = database();
  const work = Address.transaction(async (trx) => {
    const { rows } = await trx.raw<{ rows: { pid: number }[] }>('SELECT pg_backend_pid() AS pid');
    await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await Address.query(trx).resultSize();
  });
  await expect(work).rejects.toSatisfy(isOutage);
  expect(await Address.query().where({ userId: 0 }).resultSize()).toBe(0);
  expect(pool.idleCount).toBe(pool.totalCount);
});

it('fails as an outage on a server that only reads, and leaves its connection', async () => {
  const { pool } = database();
  let first: number | undefined;
  const work = inTransaction(async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    first = rows[0]?.pid;
    await client.query('SET transaction_read_only = on');
    await client.query('DELETE FROM addresses');
  });
  await expect(work).rejects.toSatisfy(isOutage);
  const left = async () => (await pool.query('SELECT FROM pg_stat_activity WHERE pid = $1', [first])).rowCount;
  await vi.waitFor(async () => expect(await left()).toBe(0), { timeout: 20_000 });
});

it('fails as an outage when all connections stay in use, for models and statements alike', async () => {
  const { url } = database();
  await closeDatabase();
  const { pool } = connectDatabase(url);
  const holders = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  pool.options.connectionTimeoutMillis = 100;
  try {
    await expect(User.query().findById(1)).rejects.toSatisfy(isOutage);
    await expect(inTransaction(async () => {})).rejects.toSatisfy(isOutage);
  } finally {
    for (const client of holders) client.release();
  }
  expect(await User.query().findById(0)).toBeUndefined();
});

it('closes after the model queries that are running, and they finish', async () => {
  const { url, knex } = database();
  const { id } = await createUser();
  const running = User.query().findById(id).where(knex.raw('pg_sleep(0.5) IS NOT NULL')).execute();
  await vi.waitFor(async () => expect(await sleepingQueries()).toBe(1));
  await closeDatabase();
  connectDatabase(url);
  expect(await running).toMatchObject({ id });
});

async function sleepingQueries(): Promise<number> {
  const { rows } = await database().pool.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
     WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep(0.5)%' AND pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

it('takes parameters by name, each as often as the text has it', async () => {
  const add = sql<{ first: number; second: number }, { sum: number; firstAgain: number }>(
    'SELECT :first::int + :second::int AS sum, :first::int AS first_again',
  );
  expect(await one(add, { second: 2, first: 40 })).toEqual({ sum: 42, firstAgain: 40 });
});

it('answers rows in camelCase, and undefined where there is none', async () => {
  const numbers = sql<{ last: number }, { eachNumber: number }>(
    'SELECT each_number FROM generate_series(1, :last::int) AS each_number',
  );
  expect(await many(numbers, { last: 2 })).toEqual([{ eachNumber: 1 }, { eachNumber: 2 }]);
  expect(await one(numbers, { last: 0 })).toBeUndefined();
  expect(await run(numbers, { last: 3 })).toBe(3);
});

it('leaves casts and times of day alone', async () => {
  const cast = sql<{ day: string }, { at: string }>(`SELECT (:day || ' 09:30')::timestamp::text AS at`);
  expect(await one(cast, { day: '2026-01-02' })).toEqual({ at: '2026-01-02 09:30:00' });
});

it('prepares a statement that has a name', async () => {
  const prepared = sql<{ value: string }, { value: string }>('SELECT :value::text AS value');
  expect(await one(prepared, { value: 'a' })).toEqual({ value: 'a' });
  expect(await one(prepared, { value: 'b' })).toEqual({ value: 'b' });
});

it('refuses to run without a parameter', async () => {
  const statement = sql<{ id?: number }, object>('SELECT :id::int');
  await expect(one(statement, {})).rejects.toThrow('No value for :id');
});

/** Ends the connection from the server's side, as its death does, and waits until that is known here. */
async function lose(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  // Not `once` of node:events, which would reject on an error.
  const ended = new Promise<void>((done) => client.once('end', done));
  await database().pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
}

it('fails as an outage when its connection is lost between two statements, and gives the connection up', async () => {
  const work = inTransaction(async (client) => {
    await lose(client);
    await client.query('SELECT 1');
  });
  await expect(work).rejects.toSatisfy(isOutage);
  expect(await inTransaction(async (client) => (await client.query('SELECT 1')).rowCount)).toBe(1);
});
