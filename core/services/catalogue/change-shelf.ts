import { DatabaseError, type PoolClient } from 'pg';
import { publishSoon } from '../../bus/connect-bus.ts';
import { inTransaction } from '../../db/transaction.ts';

const DEADLOCK = '40P01';

type Work<Result> = (client: PoolClient) => Promise<Result>;
type Versioned<Result> = { result: Result; version: number };

/**
 * Runs work that changes what stands on a shop's shelf in one transaction, and tells everybody who looks at the shelf
 * once it stands; work that meets a deadlock is done once more.
 *
 * Orders lock variants in the order of their ids and then, by trigger, the shelf. Work must do it in the same order:
 * `lockProduct` before it writes anything.
 */
export async function changeShelf<Result extends { shopId: number }>(work: Work<Result>): Promise<Result> {
  const { result, version } = await changeShelfQuietly(work);
  publishSoon({ type: 'shelf', shopId: result.shopId, version });
  return result;
}

/** The same for who changes so much that telling of each change is left to them. */
export async function changeShelfQuietly<Result extends { shopId: number }>(
  work: Work<Result>,
): Promise<Versioned<Result>> {
  try {
    return await inTransaction((client) => versioned(client, work));
  } catch (error) {
    if (!(error instanceof DatabaseError && error.code === DEADLOCK)) throw error;
    return inTransaction((client) => versioned(client, work));
  }
}

async function versioned<Result extends { shopId: number }>(
  client: PoolClient,
  work: Work<Result>,
): Promise<Versioned<Result>> {
  const result = await work(client);
  // The row is locked by this very change, if it is one.
  const { rows } = await client.query<{ version: number }>({
    name: 'own-shelf-version',
    text: 'SELECT version FROM shelves WHERE shop_id = $1',
    values: [result.shopId],
  });
  return { result, version: rows[0]?.version ?? 0 };
}
