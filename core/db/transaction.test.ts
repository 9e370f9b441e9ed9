import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from './database.ts';
import { isOutage } from './outage.ts';
import { inTransaction } from './transaction.ts';

beforeAll(() => connectDatabase());
afterAll(closeDatabase);

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
