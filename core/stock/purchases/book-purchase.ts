import type { PurchaseView } from '@haat/contract/stock/purchases.calls';
import { formatStock, mostStock, type StockUnit } from '@haat/contract/catalog/stock-unit';
import { toRupees } from '@haat/contract/rupees';
import type { PoolClient } from 'pg';
import { many, one, run, sql } from '../../db/database.ts';
import { Product } from '../../db/catalog.models.ts';
import { Purchase } from '../../db/stock.models.ts';
import { CLOCK_TIME } from '../../db/table.ts';
import { DomainError, invalidField } from '../../errors.ts';
import { recordActivity } from '../../activity/activity-log.ts';
import type { Session } from '../../accounts/session.ts';
import { requireRight } from '../../accounts/shop-rights.ts';
import { changeCatalog } from '../../catalog/change-catalog.ts';
import { COUNTS, inUnitOf } from '../stock.sql.ts';
import { findPurchase } from './read-purchases.ts';

type Request = { by: Session; shopId: number; id: number };

/**
 * Books a purchase in one transaction, once: a repeated call answers the same. Its pieces go into the stock through the ledger,
 * its costs and new prices onto the variants. A purchase that it replaces is reversed in the same step, so that the stock needs
 * the pieces of both together only. Throws `invalid_input` without lines and for a price above the MRP, `out_of_stock` when
 * pieces that are taken back were sold.
 */
export async function bookPurchase(request: Request): Promise<PurchaseView> {
  const { by, shopId, id } = request;
  requireRight('purchases', by, shopId);
  const { purchase } = await changeCatalog(async (client) => {
    const draft = await lockPurchase(client, request);
    if (draft.state === 'draft') {
      await lockVariants(client, [id, draft.replacesId]);
      const reversal = draft.replacesId === null ? undefined : await reverse(client, request, draft.replacesId);
      await run(MARK_BOOKED, { id, actorId: by.actorId }, client);
      await setCostsAndPrices(client, request);
      await moveStock(client, { ids: reversal === undefined ? [id] : [reversal, id], actorId: by.actorId });
      await record(client, request, 'stock.purchased');
    }
    return { shopId, purchase: await findPurchase({ by, shopId, id }, client) };
  });
  return purchase;
}

/**
 * Reverses a booked purchase by another one, once. Throws `status_not_allowed` for a draft and for a reversing one, and
 * `out_of_stock` when less is in stock than is taken back: then it can be replaced by a corrected one.
 */
export async function reversePurchase(request: Request): Promise<PurchaseView> {
  const { by, shopId, id } = request;
  requireRight('purchases', by, shopId);
  const { purchase } = await changeCatalog(async (client) => {
    await lockPurchase(client, request);
    await lockVariants(client, [id]);
    const earlier = await Purchase.query(client).findOne({ reversesId: id }).select('id');
    const reversalId = earlier?.id ?? (await reverse(client, request, id));
    if (!earlier) {
      await moveStock(client, { ids: [reversalId], actorId: by.actorId });
      await record(client, { ...request, id: reversalId }, 'stock.purchase_reversed');
    }
    return { shopId, purchase: await findPurchase({ by, shopId, id: reversalId }, client) };
  });
  return purchase;
}

type Locked = { state: 'draft' | 'booked'; replacesId: number | null };

async function lockPurchase(client: PoolClient, { shopId, id }: Request): Promise<Locked> {
  const purchase = await one(LOCK, { shopId, id }, client);
  if (!purchase) throw new DomainError('not_found', 'Purchase not found');
  return purchase;
}

const LOCK = sql<{ shopId: number; id: number }, Locked>(
  'SELECT state, replaces_id FROM purchases WHERE id = :id AND shop_id = :shopId FOR NO KEY UPDATE',
);

/** Products before their variants, each by their ids, like every change of the catalog. */
async function lockVariants(client: PoolClient, of: (number | null)[]): Promise<void> {
  const ids = of.filter((id) => id !== null);
  await run(LOCK_PRODUCTS, { ids }, client);
  await run(LOCK_VARIANTS, { ids }, client);
}

const VARIANTS_OF = 'SELECT variant_id FROM purchase_lines WHERE purchase_id = ANY(:ids::bigint[])';

const LOCK_PRODUCTS = sql<{ ids: number[] }>(
  `SELECT FROM products WHERE id IN (SELECT product_id FROM variants WHERE id IN (${VARIANTS_OF}))
   ORDER BY id FOR NO KEY UPDATE`,
);

const LOCK_VARIANTS = sql<{ ids: number[] }>(
  `SELECT FROM variants WHERE id IN (${VARIANTS_OF}) ORDER BY id FOR NO KEY UPDATE`,
);

/** Adds the purchase that reverses another; the stock is moved by the caller. Returns its id. */
async function reverse(client: PoolClient, { by, shopId }: Request, id: number): Promise<number> {
  const added = await one(ADD_REVERSAL, { id, shopId, actorId: by.actorId }, client);
  if (!added)
    throw new DomainError('status_not_allowed', 'This purchase cannot be reversed, or has already been reversed.');
  await run(COPY_LINES, { id, reversalId: added.id }, client);
  await run(RESTORE_COSTS, { id }, client);
  return added.id;
}

const ADD_REVERSAL = sql<{ id: number; shopId: number; actorId: number }, { id: number }>(
  `INSERT INTO purchases (shop_id, supplier_id, invoice_number, invoice_date, day, state, reverses_id, created_by, booked_by,
     booked_at)
   SELECT shop_id, supplier_id, invoice_number, invoice_date, day, 'booked', id, :actorId::bigint, :actorId::bigint, now()
   FROM purchases WHERE id = :id AND shop_id = :shopId AND state = 'booked' AND reverses_id IS NULL
   ON CONFLICT (reverses_id) DO NOTHING RETURNING id`,
);

const COPY_LINES = sql<{ id: number; reversalId: number }>(
  `INSERT INTO purchase_lines (purchase_id, variant_id, position, quantity, stock_unit, content, cost_paise)
   SELECT :reversalId::bigint, variant_id, position, quantity, stock_unit, content, cost_paise FROM purchase_lines WHERE purchase_id = :id`,
);

// The cost is again that of the purchase before, where there is one.
const RESTORE_COSTS = sql<{ id: number }>(
  `UPDATE variants v SET cost_paise = earlier.cost_paise
   FROM (SELECT DISTINCT variant_id FROM purchase_lines WHERE purchase_id = :id) taken
   CROSS JOIN LATERAL (
     SELECT l.cost_paise FROM purchase_lines l JOIN purchases c ON c.id = l.purchase_id
     WHERE l.variant_id = taken.variant_id AND c.id <> :id AND ${COUNTS} ORDER BY c.booked_at DESC, l.id DESC LIMIT 1
   ) earlier WHERE v.id = taken.variant_id`,
);

const MARK_BOOKED = sql<{ id: number; actorId: number }>(
  `UPDATE purchases SET state = 'booked', booked_by = :actorId, booked_at = now(), version = version + 1 WHERE id = :id`,
);

type Priced = {
  variantId: number;
  productId: number;
  name: string;
  costPaise: number;
  pricePaise: number;
  mrpPaise: number | null;
  oldPricePaise: number;
};

async function setCostsAndPrices(client: PoolClient, { by, shopId, id }: Request): Promise<void> {
  const lines = await many(PRICED, { id }, client);
  if (lines.length === 0) throw invalidField('lines', 'must not be empty');
  for (const { name, pricePaise, mrpPaise } of lines) {
    if (mrpPaise !== null && mrpPaise < pricePaise) {
      throw invalidField('price', `of ${name} must not be above the MRP`);
    }
  }
  await run(SET_PRICES, { rows: JSON.stringify(lines) }, client);
  const repriced = lines.filter(({ pricePaise, oldPricePaise }) => pricePaise !== oldPricePaise);
  // An edit form sends prices back and must not undo these.
  const ids = repriced.map(({ productId }) => productId);
  await Product.query(client).whereIn('id', ids).patch({ updatedAt: CLOCK_TIME });
  for (const { name, pricePaise, oldPricePaise } of repriced) {
    const what = { before: { price: toRupees(oldPricePaise) }, after: { price: toRupees(pricePaise) } };
    await recordActivity(client, { shopId, actorId: by.actorId, action: 'product.changed', subject: name, ...what });
  }
}

// Of several lines of a variant, the last one with a value counts.
const LAST = (column: string) =>
  `(array_agg(l.${column} ORDER BY l.position DESC) FILTER (WHERE l.${column} IS NOT NULL))[1]`;

const PRICED = sql<{ id: number }, Priced>(
  `SELECT v.id AS variant_id, p.id AS product_id, p.name, ${LAST('cost_paise')} AS cost_paise,
     coalesce(${LAST('price_paise')}, v.price_paise) AS price_paise, coalesce(${LAST('mrp_paise')}, v.mrp_paise) AS mrp_paise,
     v.price_paise AS old_price_paise
   FROM purchase_lines l JOIN variants v ON v.id = l.variant_id JOIN products p ON p.id = v.product_id
   WHERE l.purchase_id = :id GROUP BY v.id, p.id ORDER BY v.id`,
);

const SET_PRICES = sql<{ rows: string }>(
  `UPDATE variants v SET cost_paise = w."costPaise", price_paise = w."pricePaise", mrp_paise = w."mrpPaise"
   FROM jsonb_to_recordset(:rows::jsonb) AS w("variantId" bigint, "costPaise" bigint, "pricePaise" bigint, "mrpPaise" bigint)
   WHERE v.id = w."variantId"`,
);

/**
 * Moves the stock by what these purchases add and take back, all of them together. Throws `out_of_stock`, and `invalid_input` for
 * more than a stock may be.
 */
async function moveStock(client: PoolClient, { ids, actorId }: { ids: number[]; actorId: number }): Promise<void> {
  const short = await many(SHORT, { ids }, client);
  if (short.length > 0) {
    const items = short.map(({ name }) => name);
    const text = `Some of the items have been sold since, so the stock is lower than the purchase: ${items.join(', ')}. Correct the purchase instead.`;
    throw new DomainError('out_of_stock', text, { items });
  }
  const [uneven] = await many(UNEVEN, { ids }, client);
  if (uneven) throw invalidField('lines', `is not a whole number of pieces of ${uneven.name}: change its quantity`);
  const [tooHigh] = await many(TOO_HIGH, { ids, most: mostStock('piece'), mostWeighed: mostStock('g') }, client);
  if (tooHigh) {
    const most = formatStock(mostStock(tooHigh.stockUnit), tooHigh.stockUnit);
    throw invalidField('lines', `would raise the stock of ${tooHigh.name} above ${most}`);
  }
  await run(MOVE, { ids, actorId }, client);
}

const DELTAS = `
  SELECT l.purchase_id, l.variant_id,
    round(sum(CASE WHEN c.reverses_id IS NULL THEN 1 ELSE -1 END * ${inUnitOf('bought', 'l.quantity', 'l.content')}))::bigint AS delta
  FROM purchase_lines l JOIN purchases c ON c.id = l.purchase_id JOIN variants bought ON bought.id = l.variant_id
  WHERE l.purchase_id = ANY(:ids::bigint[]) GROUP BY 1, 2`;

const MOVED = `(SELECT variant_id, sum(delta) AS delta FROM (${DELTAS}) each GROUP BY 1) d
   JOIN variants v ON v.id = d.variant_id JOIN products p ON p.id = v.product_id`;

const SHORT = sql<{ ids: number[] }, { name: string }>(
  `SELECT p.name FROM ${MOVED} WHERE v.stock + d.delta < 0 ORDER BY p.name LIMIT 20`,
);

// A purchase that is taken back is rounded to the unit of the stock now.
const UNEVEN = sql<{ ids: number[] }, { name: string }>(
  `SELECT p.name FROM purchase_lines l JOIN purchases c ON c.id = l.purchase_id AND c.reverses_id IS NULL
   JOIN variants v ON v.id = l.variant_id JOIN products p ON p.id = v.product_id
   WHERE l.purchase_id = ANY(:ids::bigint[]) AND l.quantity::bigint * v.content % l.content <> 0 LIMIT 1`,
);

const TOO_HIGH = sql<{ ids: number[]; most: number; mostWeighed: number }, { name: string; stockUnit: StockUnit }>(
  `SELECT p.name, v.stock_unit FROM ${MOVED}
   WHERE d.delta > 0 AND v.stock + d.delta > CASE WHEN v.stock_unit = 'piece' THEN :most::bigint ELSE :mostWeighed::bigint END
   ORDER BY p.name LIMIT 1`,
);

const MOVE = sql<{ ids: number[]; actorId: number }>(
  `WITH deltas AS MATERIALIZED (${DELTAS}), ledger AS (
     INSERT INTO stock_ledger (variant_id, delta, reason, purchase_id, actor_id)
     SELECT variant_id, delta, 'purchase', purchase_id, :actorId::bigint FROM deltas ORDER BY delta DESC, variant_id
   )
   UPDATE variants v SET stock = v.stock + d.delta
   FROM (SELECT variant_id, sum(delta)::int AS delta FROM deltas GROUP BY 1) d WHERE v.id = d.variant_id`,
);

async function record(
  client: PoolClient,
  request: Request,
  action: 'stock.purchased' | 'stock.purchase_reversed',
): Promise<void> {
  const { supplier, invoice_number: invoice, pieces, total } = await findPurchase(request, client);
  const after = { invoice, pieces, total };
  const { shopId, by } = request;
  await recordActivity(client, { shopId, actorId: by.actorId, action, subject: supplier ?? undefined, after });
}
