import { createHash, randomUUID } from 'node:crypto';
import type { CounterConflict, CounterSaleBody } from '@haat/contract/api/counter-sales';
import {
  COUNTER_SALE_NAME,
  MAX_SALE_AGE_DAYS,
  packsOf,
  saleAmount,
  spreadDiscount,
} from '@haat/contract/rules/counter-sale';
import { toPaise, toRupees } from '@haat/contract/rules/rupees';
import { statusAfter } from '@haat/machines/order-status/order.machine';
import type { PoolClient } from 'pg';
import { inRetriedTransaction, many, one, sql } from '../../db/database.ts';
import { DomainError, invalidField } from '../../errors.ts';
import { ordersPlaced } from '../../metrics/counters.ts';
import { recordActivity } from '../activity/activity-log.ts';
import type { Session } from '../auth/session.ts';
import { findActingShop, isMemberWith } from '../auth/shop-rights.ts';
import { catalogVersion, signalCatalog } from '../catalog/change-catalog.ts';
import { type OrderRecord, SHOP_ORDER_RECORD } from './order-record.ts';
import { STORE_SALE } from './store-counter-sale.sql.ts';

type Sale = { shopId: number; by: Session; body: CounterSaleBody; key: string | undefined };

/**
 * Sells over the counter: an order without a customer, paid and handed over at once, whose stock leaves with it, once per
 * idempotency key. The prices of the screen are compared with those of the catalog; what the stock does not have is refused, or
 * raised first where the shop sells it anyway. A sale that was made without a connection is recorded as it was made. Changed
 * prices, a discount and raised stock are in the shop's activity. Throws forbidden, invalid_input, `price_changed` and
 * `out_of_stock` (with the lines as they are now), idempotency_conflict.
 */
export async function sellAtCounter({ shopId, by, body, key = randomUUID() }: Sale): Promise<OrderRecord> {
  await findActingShop('sales', by, shopId);
  const bodyHash = hashOf(body);
  const request = { shopId, by, body, key: `counter:${key}`, bodyHash };
  const sold = await inRetriedTransaction((client) => sell(client, request));
  if (sold.version !== undefined) {
    ordersPlaced.inc({ payment: 'counter' });
    signalCatalog(shopId, sold.version);
  }
  const order = await one(FIND_ORDER, { orderId: sold.orderId });
  if (!order) throw new Error(`Order ${sold.orderId} has been deleted`);
  return order;
}

// How it is stored may differ between attempts: the first one may have been made with a connection, and its answer lost.
function hashOf({ lines, discount, total, payment_method: method }: CounterSaleBody): string {
  const terms = lines.map(({ variant_id: id, quantity, grams, price, charged }) => [
    id,
    quantity,
    grams,
    price,
    charged,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([terms, discount, total, method]))
    .digest('base64url');
}

type Request = Omit<Sale, 'key'> & { key: string; bodyHash: string };

/** `version`: of the catalog, if this request is the first of its key. */
async function sell(client: PoolClient, request: Request): Promise<{ orderId: number; version?: number }> {
  const { shopId, by, body, key, bodyHash } = request;
  // Before anything is compared: the first request has taken the stock, and prices may have changed since.
  const claim = await one(CLAIM, { userId: by.userId, key, bodyHash }, client);
  if (!claim) return { orderId: await findEarlierSale(client, request) };

  const variantIds = body.lines.map((line) => line.variant_id);
  const rows = await many(LOCK_LINES, { shopId, variantIds, soldAlready: body.sold_at !== undefined }, client);
  const lines = readLines(body, new Map(rows.map((row) => [row.id, row])));
  const terms = { soldAlready: body.sold_at !== undefined, sellsAnyway: body.sells_anyway === true };
  requireUnchanged(lines, terms);
  const priced = priceLines(lines, body);

  const actor = isMemberWith('sales', by, shopId) ? 'shop' : 'operator';
  const status = statusAfter(
    { status: 'Pending', takeaway: true, isCounterSale: true },
    { type: 'sell', by: actor, at: 0 },
  );
  if (status !== 'Delivered') throw new Error('A counter sale is handed over at once');
  const stored = await one(
    STORE_SALE,
    {
      ...toColumns(priced),
      orderId: claim.orderId,
      shopId,
      actor,
      actorId: by.actorId,
      sessionId: by.sessionId,
      paymentMethod: body.payment_method,
      totalPaise: toPaise(body.total),
      customerName: COUNTER_SALE_NAME,
      customerPhone: body.phone ?? null,
      note: body.provisional_number ?? null,
      soldAt: readSoldAt(body),
    },
    client,
  );
  if (!stored) throw new Error(`Counter sale ${claim.orderId} was not stored`);
  await recordChanges(client, { request, lines: priced, orderNumber: stored.orderNumber });
  return { orderId: claim.orderId, version: await catalogVersion(client, shopId) };
}

// A concurrent request with the same key waits here for the first one.
const CLAIM = sql<{ userId: number; key: string; bodyHash: string }, { orderId: number }>(
  `INSERT INTO order_requests (user_id, key, body_hash, order_id)
   VALUES (:userId, :key, :bodyHash, nextval('orders_id_seq'))
   ON CONFLICT (user_id, key) DO NOTHING RETURNING order_id`,
  'claim-counter-sale',
);

async function findEarlierSale(client: PoolClient, { by, key, bodyHash }: Request): Promise<number> {
  const earlier = await one(FIND_EARLIER, { userId: by.userId, key }, client);
  if (!earlier) throw new DomainError('unavailable', 'Failed to store the sale. Please try again.', { retry_after: 1 });
  if (earlier.bodyHash === bodyHash) return earlier.orderId;
  throw new DomainError('idempotency_conflict', 'This Idempotency-Key was used for another sale.');
}

const FIND_EARLIER = sql<{ userId: number; key: string }, { orderId: number; bodyHash: string }>(
  'SELECT order_id, body_hash FROM order_requests WHERE user_id = :userId AND key = :key',
  'find-earlier-counter-sale',
);

type VariantRow = {
  id: number;
  name: string;
  unit: string | null;
  pricePaise: number;
  mrpPaise: number | null;
  stock: number;
};

// In the order of their ids, like the statement that places orders. Products that are hidden from customers are sold, too.
const LOCK_LINES = sql<{ shopId: number; variantIds: number[]; soldAlready: boolean }, VariantRow>(
  `SELECT v.id, p.name, unit.name AS unit, v.price_paise, v.mrp_paise, v.stock
   FROM variants v JOIN products p ON p.id = v.product_id LEFT JOIN units unit ON unit.id = v.unit_id
   WHERE v.id = ANY(:variantIds::bigint[]) AND p.shop_id = :shopId
     AND (:soldAlready::boolean OR (v.deleted_at IS NULL AND p.deleted_at IS NULL))
   ORDER BY v.id FOR NO KEY UPDATE OF v`,
  'lock-counter-lines',
);

type Line = {
  variant: VariantRow;
  quantity: number;
  grams: number | undefined;
  seenPaise: number;
  /** What one is sold at. */
  pricePaise: number;
};

function readLines({ lines }: CounterSaleBody, variants: Map<number, VariantRow>): Line[] {
  return lines.map(({ variant_id: id, quantity, grams, price, charged }) => {
    const variant = variants.get(id);
    if (!variant) throw invalidField('lines', 'has an item that this shop does not sell');
    if (grams && packsOf(grams, variant.unit) !== quantity)
      throw invalidField('lines', `has a weight of ${variant.name} that is not in its quantity`);
    const seenPaise = toPaise(price);
    const pricePaise = typeof charged === 'number' ? toPaise(charged) : seenPaise;
    if (variant.mrpPaise !== null && pricePaise > variant.mrpPaise && pricePaise !== seenPaise)
      throw invalidField('charged', `must not be higher than the printed maximum price (MRP) of ${variant.name}`);
    return { variant, quantity, grams: grams ?? undefined, seenPaise, pricePaise };
  });
}

type Terms = { soldAlready: boolean; sellsAnyway: boolean };

function requireUnchanged(lines: Line[], { soldAlready, sellsAnyway }: Terms): void {
  if (soldAlready) return;
  if (lines.some(({ variant, seenPaise }) => variant.pricePaise !== seenPaise))
    throw new DomainError('price_changed', 'Prices have changed. Review them before you sell.', toConflict(lines));
  const short = lines.filter(({ variant, quantity }) => variant.stock < quantity);
  if (short.length === 0 || sellsAnyway) return;
  const left = short.map(({ variant }) => `${variant.name} (${variant.stock} left)`).join(', ');
  throw new DomainError('out_of_stock', `Not enough in stock: ${left}`, toConflict(lines));
}

const toConflict = (lines: Line[]): CounterConflict => ({
  lines: lines.map(({ variant: { id, name, pricePaise, stock } }) => ({
    variant_id: id,
    name,
    price: toRupees(pricePaise),
    stock,
  })),
});

type PricedLine = Line & {
  /** The amount of a line where it is not price times quantity: weighed, or with its share of the discount. */
  agreedPaise: number | null;
  discountPaise: number;
  /** By how much the stock is raised first. */
  raisedBy: number;
};

function priceLines(lines: Line[], { discount, total }: CounterSaleBody): PricedLine[] {
  const amounts = lines.map((line) => saleAmount({ ...line, unit: line.variant.unit }));
  const gross = amounts.reduce((sum, amount) => sum + amount, 0);
  const discountPaise = toPaise(discount ?? 0);
  if (discountPaise > gross) throw invalidField('discount', 'must not be more than the items cost');
  if (gross - discountPaise !== toPaise(total))
    throw invalidField('total', `must be ${toRupees(gross - discountPaise)}`);
  const given = spreadDiscount(amounts, discountPaise);
  return lines.map((line, nr) => {
    const [amount = 0, part = 0] = [amounts[nr], given[nr]];
    const isPlain = line.grams === undefined && part === 0;
    const raisedBy = Math.max(0, line.quantity - line.variant.stock);
    return { ...line, agreedPaise: isPlain ? null : amount - part, discountPaise: part, raisedBy };
  });
}

const toColumns = (lines: PricedLine[]) => ({
  variantIds: lines.map(({ variant }) => variant.id),
  quantities: lines.map(({ quantity }) => quantity),
  prices: lines.map(({ pricePaise }) => pricePaise),
  agreed: lines.map(({ agreedPaise }) => agreedPaise),
  discounts: lines.map(({ discountPaise }) => discountPaise),
  grams: lines.map(({ grams }) => grams ?? null),
  raised: lines.map(({ raisedBy }) => raisedBy),
});

const DAY_MS = 86_400_000;

/** Undefined for now. A device whose clock is ahead has sold it now. */
function readSoldAt({ sold_at: soldAt }: CounterSaleBody): Date | undefined {
  if (soldAt === undefined) return undefined;
  const at = new Date(soldAt);
  const age = Date.now() - at.getTime();
  if (age > MAX_SALE_AGE_DAYS * DAY_MS) throw invalidField('sold_at', `must be at most ${MAX_SALE_AGE_DAYS} days ago`);
  return age < 0 ? undefined : at;
}

type Sold = { request: Request; lines: PricedLine[]; orderNumber: string };

/** What the shop did by its own decision: other prices than those of the catalog, a discount, more than the stock had. */
async function recordChanges(client: PoolClient, { request, lines, orderNumber }: Sold): Promise<void> {
  const { shopId, by, body } = request;
  const who = { shopId, actorId: by.actorId };
  for (const { variant, quantity, pricePaise, raisedBy } of lines) {
    const { name, stock } = variant;
    if (raisedBy > 0) {
      const change = { before: { stock }, after: { stock: quantity } };
      await recordActivity(client, { ...who, action: 'stock.changed', subject: name, ...change });
    }
    if (pricePaise === variant.pricePaise) continue;
    const change = { before: { price: toRupees(variant.pricePaise) }, after: { price: toRupees(pricePaise) } };
    await recordActivity(client, {
      ...who,
      action: 'sale.price_changed',
      subject: `${orderNumber} · ${name}`,
      ...change,
    });
  }
  if (!body.discount) return;
  const total = {
    before: { total: toRupees(toPaise(body.total) + toPaise(body.discount)) },
    after: { total: body.total },
  };
  await recordActivity(client, { ...who, action: 'sale.discounted', subject: orderNumber, ...total });
}

const FIND_ORDER = sql<{ orderId: number }, OrderRecord>(
  `${SHOP_ORDER_RECORD} WHERE o.id = :orderId`,
  'find-counter-sale',
);
