import type { StockTakeView } from '@haat/contract/stock/stock-takes.calls';
import type { PoolClient } from 'pg';
import { many, run, sql } from '../../db/database.ts';
import { StockTake } from '../../db/stock.models.ts';
import { NOW } from '../../db/table.ts';
import { DomainError } from '../../errors.ts';
import { recordActivity } from '../../activity/activity-log.ts';
import type { Session } from '../../accounts/session.ts';
import { requireRight } from '../../accounts/shop-rights.ts';
import { changeCatalog } from '../../catalog/change-catalog.ts';
import { lockStockTake, notOpen } from './open-stock-take.ts';
import { findStockTake, type StockTakeRequest } from './read-stock-takes.ts';
import { DIFFERENCE, EDITED_SINCE } from './stock-take-record.ts';

type Request = StockTakeRequest & { by: Session };

/**
 * Finishes a stock take: all differences are applied to the stock in one transaction, each with a ledger row, once: a concurrent
 * second call waits and returns the same. A difference was measured at the last count of its variant, so later sales are
 * respected. A stock never falls below 0: sold but missing items remain a matter of their orders. Throws `status_not_allowed`
 * for one that was cancelled, and `stock_changed` (with the names, as `items`) while a stock was set by hand after it was
 * counted; then nothing is applied.
 */
export async function finishStockTake(request: Request): Promise<StockTakeView> {
  const { by, shopId, id } = request;
  requireRight('stock', by, shopId);
  const { take } = await changeCatalog(async (client) => {
    const state = await lockStockTake(client, { ...request, to: 'end' });
    if (state === 'cancelled') throw notOpen(state);
    if (state === 'open') await apply(client, request);
    return { shopId, take: await findStockTake({ by, shopId, id }, client) };
  });
  return take;
}

async function apply(client: PoolClient, request: Request): Promise<void> {
  const { by, shopId, id } = request;
  await run(LOCK_VARIANTS, { id }, client);
  const edited = await many(EDITED, { id }, client);
  if (edited.length > 0) {
    const items = edited.map(({ name }) => name);
    const text = `The stock was set by hand after it was counted. Count again: ${items.join(', ')}.`;
    throw new DomainError('stock_changed', text, { items });
  }
  await run(APPLY, { id, actorId: by.actorId }, client);
  await StockTake.query(client).findById(id).patch({ state: 'finished', endedBy: by.actorId, endedAt: NOW });
  const { category, counted, differing, pieces } = await findStockTake({ by, shopId, id }, client);
  const after = { counted, differing, pieces };
  await recordActivity(client, {
    shopId,
    actorId: by.actorId,
    action: 'stock.counted',
    subject: category ?? undefined,
    after,
  });
}

// In the order of their ids, like the statement that places orders.
const LOCK_VARIANTS = sql<{ id: number }>(
  `SELECT FROM variants WHERE id IN (SELECT variant_id FROM stock_take_lines WHERE stock_take_id = :id)
   ORDER BY id FOR NO KEY UPDATE`,
);

const EDITED = sql<{ id: number }, { name: string }>(
  `SELECT p.name FROM stock_take_lines l JOIN variants v ON v.id = l.variant_id JOIN products p ON p.id = v.product_id
   WHERE l.stock_take_id = :id AND ${EDITED_SINCE} ORDER BY p.name LIMIT 20`,
);

const APPLY = sql<{ id: number; actorId: number }>(
  `WITH line AS MATERIALIZED (
     SELECT v.id, greatest(${DIFFERENCE}, -v.stock) AS delta, v.price_paise, v.cost_paise
     FROM stock_take_lines l JOIN variants v ON v.id = l.variant_id WHERE l.stock_take_id = :id
   ), ledger AS (
     INSERT INTO stock_ledger (variant_id, delta, reason, stock_take_id, actor_id)
     SELECT id, delta, 'stock_take', :id::bigint, :actorId::bigint FROM line WHERE delta <> 0 ORDER BY id
   ), moved AS (
     UPDATE variants v SET stock = v.stock + line.delta FROM line WHERE v.id = line.id AND line.delta <> 0
   )
   UPDATE stock_take_lines l SET applied = line.delta, price_paise = line.price_paise, cost_paise = line.cost_paise,
     reason = CASE WHEN line.delta = 0 THEN l.reason
       ELSE coalesce(l.reason, CASE WHEN line.delta > 0 THEN 'found' ELSE 'missing' END) END
   FROM line WHERE l.stock_take_id = :id AND l.variant_id = line.id`,
);
