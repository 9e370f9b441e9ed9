import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { one, sql } from '../../db/database.ts';
import { BulkChange } from '../../db/catalog.models.ts';
import { DomainError } from '../../errors.ts';
import { changeCatalog } from '../change-catalog.ts';
import type { Changed } from './write-changes.ts';

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** `body`: what the request consists of. */
type Claim = { shopId: number; userId: number; key: string | undefined; body: unknown; kind: string };
type Work<Result> = (client: PoolClient, id: number) => Promise<{ changed: readonly Changed[]; result: Result }>;

/**
 * Makes a change of many products in one transaction, once per idempotency key: the result answers repeated requests, and the
 * `changed` values can be restored. Throws `idempotency_conflict` for a key of another change.
 */
export async function makeBulkChange<Result extends object>(claim: Claim, work: Work<Result>): Promise<Result> {
  const { shopId, userId, key = null, kind } = claim;
  const bodyHash = hashOf(JSON.stringify(claim.body));
  const made = await changeCatalog(async (client) => {
    // A concurrent request with the same key waits here for the first one.
    const added = await one(ADD, { shopId, userId, key, bodyHash, kind }, client);
    if (!added) return { shopId, result: await earlierResult<Result>(client, { userId, key, bodyHash }) };
    const { changed, result } = await work(client, added.id);
    await BulkChange.query(client).findById(added.id).patch({ changed, result });
    return { shopId, result };
  });
  return made.result;
}

type Row = { shopId: number; userId: number; key: string | null; bodyHash: string; kind: string };

const ADD = sql<Row, { id: number }>(
  `INSERT INTO bulk_changes (shop_id, user_id, key, body_hash, kind)
   VALUES (:shopId, :userId, :key, :bodyHash, :kind) ON CONFLICT DO NOTHING RETURNING id`,
);

type Repeated = Pick<Row, 'userId' | 'key' | 'bodyHash'>;

async function earlierResult<Result>(client: PoolClient, { bodyHash, ...repeated }: Repeated): Promise<Result> {
  const earlier = await BulkChange.query(client).findOne(repeated);
  if (earlier?.bodyHash === bodyHash) return earlier.result as Result;
  throw new DomainError('idempotency_conflict', 'This Idempotency-Key was used for another change.');
}

const MOST_NAMES = 3;

/** The first products by name, for the activity log. */
export const namesOf = (products: readonly { name: string }[]): string =>
  [...products.slice(0, MOST_NAMES).map(({ name }) => name), ...(products.length > MOST_NAMES ? ['…'] : [])].join(', ');
