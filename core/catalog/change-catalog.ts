import type { PoolClient } from 'pg';
import { publishSoon } from '../live/connect-bus.ts';
import { inRetriedTransaction, one, sql } from '../db/database.ts';

type Work<Result> = (client: PoolClient) => Promise<Result>;

/**
 * Runs work that changes a shop's catalog in one transaction, and signals the new version after the commit. Work that meets
 * a deadlock is retried once.
 *
 * Orders lock variants in the order of their ids and then, by trigger, the catalog. Work must do it in the same order:
 * `lockProduct` before it writes anything.
 */
export async function changeCatalog<Result extends { shopId: number }>(work: Work<Result>): Promise<Result> {
  const { result, version } = await changeCatalogWithoutSignal(work);
  signalCatalog(result.shopId, version);
  return result;
}

/** The same without the signal, for a caller that signals many changes together. */
export async function changeCatalogWithoutSignal<Result extends { shopId: number }>(
  work: Work<Result>,
): Promise<{ result: Result; version: number }> {
  const change = async (client: PoolClient) => {
    const result = await work(client);
    return { result, version: await catalogVersion(client, result.shopId) };
  };
  return inRetriedTransaction(change);
}

/** The version of the shop's catalog as the caller's transaction leaves it, to be signalled after its commit. */
export async function catalogVersion(client: PoolClient, shopId: number): Promise<number> {
  return (await one(CATALOG_VERSION, { shopId }, client))?.version ?? 0;
}

const CATALOG_VERSION = sql<{ shopId: number }, { version: number }>(
  'SELECT version FROM catalogs WHERE shop_id = :shopId',
);

/** Signals every replica that the shop's catalog, or the shop itself, has changed. */
export function signalCatalog(shopId: number, version: number): void {
  publishSoon({ type: 'catalog', shopId, version });
}
