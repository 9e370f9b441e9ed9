import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import { one, sql } from '../../db/database.ts';
import { BulkChange } from '../../db/catalog.models.ts';
import { DomainError } from '../../errors.ts';
import type { Changed } from './write-changes.ts';

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

type Claim = { shopId: number; userId: number; key: string | undefined; bodyHash: string; kind: string };

/**
 * Claims the idempotency key of a change of many products; undefined when an earlier request has it. A concurrent request with
 * the same key waits for the first one.
 */
export const claimKey = (client: PoolClient, { key, ...claim }: Claim): Promise<{ id: number } | undefined> =>
  one(ADD, { ...claim, key: key ?? null }, client);

const ADD = sql<Omit<Claim, 'key'> & { key: string | null }, { id: number }>(
  `INSERT INTO bulk_changes (shop_id, user_id, key, body_hash, kind)
   VALUES (:shopId, :userId, :key, :bodyHash, :kind) ON CONFLICT DO NOTHING RETURNING id`,
);

/** Stores the result of a change for repeated requests, and what undoing it needs. */
export async function storeResult(
  client: PoolClient,
  { id, changed, result }: { id: number; changed: readonly Changed[]; result: object },
): Promise<void> {
  await BulkChange.query(client).findById(id).patch({ changed, result });
}

type Repeated = { userId: number; key: string | undefined; bodyHash: string };

/** The result of the request that has the key. Throws `idempotency_conflict` when it was another change. */
export async function earlierResult<Result>(client: PoolClient, { bodyHash, ...repeated }: Repeated): Promise<Result> {
  const earlier = await one(EARLIER, repeated, client);
  if (earlier?.bodyHash === bodyHash) return earlier.result as Result;
  throw new DomainError('idempotency_conflict', 'This Idempotency-Key was used for another change.');
}

const EARLIER = sql<{ userId: number; key: string | undefined }, { bodyHash: string; result: unknown }>(
  'SELECT body_hash, result FROM bulk_changes WHERE user_id = :userId AND key = :key',
);
