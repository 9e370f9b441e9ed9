import type { ActivityAction } from '@haat/contract/activity/activity';
import type { PoolClient } from 'pg';
import { recordActivity } from '../activity/activity-log.ts';
import { many, one, run, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { changeCatalogWithoutSignal, signalCatalog } from './change-catalog.ts';
import { lockCatalog } from './variants.ts';

/** How long a change set can be undone, in SQL. */
export const UNDO_INTERVAL = "interval '1 day'";

/** Products of one transaction: orders of the shop wait for it. */
const BATCH = 100;

type Undoing = { id: number; shopId: number; actorId: number };
type Counts = { undone: number; kept: number };

/**
 * How a kind of change set is undone: a row of `table` stands for the whole set, and each row of `products` has what a product
 * was before, by its `import_id` and `product_id`.
 */
type Kind = {
  table: 'imports' | 'picture_imports';
  products: 'import_products' | 'imported_pictures';
  /** A condition on the set `c`, and the text that refuses the others. */
  canBeUndone: string;
  refusal: string;
  /** Runs in each transaction while the set is locked. */
  prepare?: (client: PoolClient, id: number) => Promise<void>;
  /** Restores the locked products that were not changed since, and returns their ids. The others are kept. */
  restore: (client: PoolClient, batch: Undoing & { ids: number[] }) => Promise<number[]>;
  entry: (counts: Counts) => { action: ActivityAction; after: Record<string, unknown> };
};

/**
 * Undoes change sets of one kind: some products in each transaction, and records it at the end. A set is undone only once; after
 * an interruption, the next call continues. Throws DomainError `import_conflict` for one that cannot be undone.
 */
export function undoOf({ table, products, canBeUndone, refusal, prepare, restore, entry }: Kind) {
  const LOCK = sql<{ id: number }, { isUndone: boolean; canBeUndone: boolean }>(
    `SELECT c.undone_at IS NOT NULL AS is_undone, coalesce(${canBeUndone}, false) AS can_be_undone
     FROM ${table} c WHERE c.id = :id FOR NO KEY UPDATE`,
  );
  const NEXT = sql<{ id: number }, { productId: number }>(
    `SELECT product_id FROM ${products} WHERE import_id = :id AND undo IS NULL ORDER BY product_id LIMIT ${BATCH}`,
  );
  const MARK = sql<{ id: number; ids: number[]; undone: number[] }>(
    `UPDATE ${products} SET undo = CASE WHEN product_id = ANY(:undone::bigint[]) THEN 'undone' ELSE 'kept' END
     WHERE import_id = :id AND product_id = ANY(:ids::bigint[])`,
  );
  const END = sql<{ id: number; actorId: number }, Counts & { fileName: string }>(
    `UPDATE ${table} SET undone_at = now(), undone_by = :actorId WHERE id = :id
     RETURNING file_name,
       (SELECT count(*) FROM ${products} WHERE import_id = :id AND undo = 'undone')::int AS undone,
       (SELECT count(*) FROM ${products} WHERE import_id = :id AND undo = 'kept')::int AS kept`,
  );

  async function undoBatch(client: PoolClient, undoing: Undoing): Promise<'done' | 'more'> {
    const { id, shopId, actorId } = undoing;
    // Against a concurrent undo, and products that are added.
    const found = await one(LOCK, { id }, client);
    if (found?.isUndone) return 'done';
    if (!found?.canBeUndone) throw new DomainError('import_conflict', refusal);
    await prepare?.(client, id);
    const ids = (await many(NEXT, { id }, client)).map(({ productId }) => productId);
    if (ids.length === 0) {
      const ended = await one(END, { id, actorId }, client);
      if (!ended) return 'done';
      const { fileName: subject, ...counts } = ended;
      await recordActivity(client, { shopId, actorId, subject, ...entry(counts) });
      return 'done';
    }
    await lockProductsOf(client, { shopId, ids });
    await run(MARK, { id, ids, undone: await restore(client, { ...undoing, ids }) }, client);
    return 'more';
  }

  return async (undoing: Undoing): Promise<void> => {
    const { shopId } = undoing;
    for (;;) {
      const { result, version } = await changeCatalogWithoutSignal(async (client) => ({
        shopId,
        progress: await undoBatch(client, undoing),
      }));
      if (result.progress === 'done') return signalCatalog(shopId, version);
    }
  };
}

/** Locks products, then variants, each by id, then the catalog: the order in which orders and edits lock them. */
export async function lockProductsOf(client: PoolClient, { shopId, ids }: { shopId: number; ids: number[] }) {
  await run(LOCK_PRODUCTS, { ids }, client);
  await run(LOCK_VARIANTS, { ids }, client);
  await lockCatalog(client, shopId);
}

const LOCK_PRODUCTS = sql<{ ids: number[] }>(
  'SELECT FROM products WHERE id = ANY(:ids::bigint[]) ORDER BY id FOR NO KEY UPDATE',
);

const LOCK_VARIANTS = sql<{ ids: number[] }>(
  'SELECT FROM variants WHERE product_id = ANY(:ids::bigint[]) ORDER BY id FOR NO KEY UPDATE',
);
