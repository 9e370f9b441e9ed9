import type { StockTakeSummary } from '@haat/contract/stock/stock-takes.calls';
import type { StockTakeState } from '@haat/contract/stock/stock';
import type { PoolClient } from 'pg';
import { inTransaction, one, sql } from '../../db/database.ts';
import { Category } from '../../db/catalog.models.ts';
import { StockTake } from '../../db/stock.models.ts';
import { NOW } from '../../db/table.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../../accounts/session.ts';
import { findActingShop, requireRight } from '../../accounts/shop-rights.ts';
import { findSummary, notFound, type StockTakeRequest } from './read-stock-takes.ts';

type Start = { by: Session; shopId: number; categoryId?: number | null | undefined };

/**
 * Starts a stock take of the whole shop or of one category; a shop has one at a time, so that of two tablets which start one
 * both get the same. Throws `not_found` for a category that the shop cannot use, and what `findActingShop` does.
 */
export async function startStockTake({
  by,
  shopId,
  categoryId,
}: Start): Promise<{ take: StockTakeSummary; isNew: boolean }> {
  await findActingShop('stock', by, shopId);
  return inTransaction(async (client) => {
    const category = await findCategoryName(client, { shopId, categoryId });
    const row = { shopId, categoryId: categoryId ?? null, category, actorId: by.actorId };
    const started = await one(START, row, client);
    const open = started ?? (await StockTake.query(client).findOne({ shopId, state: 'open' }));
    if (!open) throw new DomainError('unavailable', 'Please try again.', { retry_after: 1 });
    return { take: await findSummary({ by, shopId, id: open.id }, client), isNew: Boolean(started) };
  });
}

async function findCategoryName(
  client: PoolClient,
  { shopId, categoryId }: Pick<Start, 'shopId' | 'categoryId'>,
): Promise<string | null> {
  if (typeof categoryId !== 'number') return null;
  const category = await Category.query(client).findById(categoryId).modify('usableIn', shopId);
  if (!category) throw new DomainError('not_found', 'Category not found');
  return category.name;
}

const START = sql<
  { shopId: number; categoryId: number | null; category: string | null; actorId: number },
  { id: number }
>(
  `INSERT INTO stock_takes (shop_id, category_id, category, started_by)
   VALUES (:shopId, :categoryId, :category, :actorId) ON CONFLICT (shop_id) WHERE state = 'open' DO NOTHING RETURNING id`,
);

/** Cancels a stock take; a repeated call changes nothing. Throws `status_not_allowed` when it is finished. */
export async function cancelStockTake(request: StockTakeRequest & { by: Session }): Promise<StockTakeSummary> {
  requireRight('stock', request.by, request.shopId);
  return inTransaction(async (client) => {
    const state = await lockStockTake(client, { ...request, to: 'end' });
    if (state === 'finished') throw notOpen(state);
    if (state === 'open')
      await StockTake.query(client)
        .findById(request.id)
        .patch({ state: 'cancelled', endedBy: request.by.actorId, endedAt: NOW });
    return findSummary(request, client);
  });
}

type Lock = Pick<StockTakeRequest, 'shopId' | 'id'> & { to: 'count' | 'end' };

/**
 * Locks a stock take before anything of it is locked or written. Counts do not wait for each other; ending the stock take waits
 * for counts, and counts wait for it. Throws `not_found` for one of another shop.
 */
export async function lockStockTake(client: PoolClient, { shopId, id, to }: Lock): Promise<StockTakeState> {
  const row = await one(to === 'end' ? LOCK_TO_END : LOCK_TO_COUNT, { shopId, id }, client);
  if (!row) throw notFound();
  return row.state;
}

const LOCK_TO_END = sql<{ shopId: number; id: number }, { state: StockTakeState }>(
  'SELECT state FROM stock_takes WHERE id = :id AND shop_id = :shopId FOR NO KEY UPDATE',
);

const LOCK_TO_COUNT = sql<{ shopId: number; id: number }, { state: StockTakeState }>(
  'SELECT state FROM stock_takes WHERE id = :id AND shop_id = :shopId FOR SHARE',
);

/** The error for actions that need an open stock take. */
export const notOpen = (state: StockTakeState): DomainError =>
  new DomainError('status_not_allowed', `This stock take is already ${state}. Start a new one.`);
