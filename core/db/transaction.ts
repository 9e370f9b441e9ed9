import type { PoolClient } from 'pg';
import { database } from './database.ts';

/** Runs the work in one transaction; rolls back and rethrows when it throws. */
export async function inTransaction<Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> {
  const client = await database().pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // A connection that cannot even roll back is of no use to the next one.
    await client.query('ROLLBACK').then(
      () => client.release(),
      (broken: Error) => client.release(broken),
    );
    throw error;
  }
}
