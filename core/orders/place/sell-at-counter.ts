import { createHash, randomUUID } from 'node:crypto';
import type { CounterConflict, CounterSaleBody } from '@haat/contract/orders/counter-sales.calls';
import {
  COUNTER_SALE_NAME,
  MAX_SALE_AGE_DAYS,
  packsOf,
  type PaymentPart,
  saleAmount,
  splitProblem,
  spreadDiscount,
} from '@haat/contract/orders/counter-sale';
import { formatStock, loggedStock, type StockKept, takenFromStock } from '@haat/contract/catalog/stock-unit';
import { toPaise, toRupees } from '@haat/contract/rupees';
import { statusAfter } from '@haat/machines/orders/order.machine';
import type { PoolClient } from 'pg';
import { inRetriedTransaction, many, one, sql } from '../../db/database.ts';
import { OrderRequest } from '../../db/orders.models.ts';
import { DomainError, invalidField } from '../../errors.ts';
import { ordersPlaced } from '../../ops/metrics/counters.ts';
import { recordActivity } from '../../activity/activity-log.ts';
import type { Session } from '../../accounts/session.ts';
import { findActingShop, isMemberWith } from '../../accounts/shop-rights.ts';
import { catalogVersion, signalCatalog } from '../../catalog/change-catalog.ts';
import { recordOrderEvent } from '../../activity/record-order-event.ts';
import { type OrderRecord, SHOP_ORDER_RECORD } from '../order-record.ts';
import { STORE_SALE } from './store-counter-sale.sql.ts';

type Sale = { shopId: number; by: Session; body: CounterSaleBody; key: string | undefined };

/**
 * Sells over the counter, once per idempotency key: an order without a customer, immediately paid and handed over, which takes
 * its stock. The prices of the screen are compared with the catalog's; missing stock is refused, or raised first if the shop
 * sells the item anyway. A sale made offline is already paid: it is recorded as made, and reasons to refuse it go to the shop's
 * activity to be checked, as do changed prices, a discount and raised stock. Throws forbidden, invalid_input, `shop_suspended`,
 * `price_changed` and `out_of_stock` (with the lines as they are now), idempotency_conflict.
 */
export async function sellAtCounter({ shopId, by, body, key = randomUUID() }: Sale): Promise<OrderRecord> {
  await findActingShop('sales', by, shopId);
  if (isSuspended(by) && !isMadeBefore(body)) throw new DomainError('shop_suspended', suspendedText(by));
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

const isSuspended = ({ shopSuspendedFor, isHelping }: Session) => shopSuspendedFor !== undefined && !isHelping;

const suspendedText = ({ shopSuspendedFor: reason }: Session) => `This shop is suspended${reason && `: ${reason}`}`;

// How it is stored may differ between attempts: the first one may have been made with a connection, and its answer lost.
function hashOf({ lines, discount, total, payment_method: method, payments }: CounterSaleBody): string {
  const terms = lines.map(({ variant_id: id, quantity, grams, price, charged }) => [
    id,
    quantity,
    grams,
    price,
    charged,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([terms, discount, total, method, ...(payments ? [payments] : [])]))
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
  const rows = await many(LOCK_LINES, { shopId, variantIds, soldAlready: isMadeBefore(body) }, client);
  const lines = readLines(body, new Map(rows.map((row) => [row.id, row])));
  requireUnchanged(lines, body);
  const priced = priceLines(lines, body);
  const parts = readParts(body);
  const soldAt = readSoldAt(body);

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
      partMethods: parts.map(({ method }) => method),
      partsPaise: parts.map(({ paise }) => paise),
      totalPaise: toPaise(body.total),
      customerName: COUNTER_SALE_NAME,
      customerPhone: body.phone ?? null,
      note: body.provisional_number ?? null,
      soldAt: soldAt.at,
    },
    client,
  );
  if (!stored) throw new Error(`Counter sale ${claim.orderId} was not stored`);
  const { orderNumber } = stored;
  await recordChanges(client, { request, lines: priced, orderNumber });
  if (isMadeBefore(body))
    await recordToCheck(client, { request, lines: priced, orderNumber, soldAt, orderId: claim.orderId, actor });
  return { orderId: claim.orderId, version: await catalogVersion(client, shopId) };
}

// A concurrent request with the same key waits here for the first one.
const CLAIM = sql<{ userId: number; key: string; bodyHash: string }, { orderId: number }>(
  `INSERT INTO order_requests (user_id, key, body_hash, order_id)
   VALUES (:userId, :key, :bodyHash, nextval('orders_id_seq'))
   ON CONFLICT (user_id, key) DO NOTHING RETURNING order_id`,
);

async function findEarlierSale(client: PoolClient, { by, key, bodyHash }: Request): Promise<number> {
  const earlier = await OrderRequest.query(client).findById([by.userId, key]);
  if (!earlier) throw new DomainError('unavailable', 'Failed to store the sale. Please try again.', { retry_after: 1 });
  if (earlier.bodyHash === bodyHash) return earlier.orderId;
  throw new DomainError('idempotency_conflict', 'This Idempotency-Key was used for another sale.');
}

type VariantRow = {
  id: number;
  name: string;
  unit: string | null;
  pricePaise: number;
  mrpPaise: number | null;
  stock: number;
} & StockKept;

// In the order of their ids, like the statement that places orders. Products that are hidden from customers are sold, too.
const LOCK_LINES = sql<{ shopId: number; variantIds: number[]; soldAlready: boolean }, VariantRow>(
  `SELECT v.id, p.name, unit.name AS unit, v.price_paise, v.mrp_paise, v.stock, v.stock_unit, v.content
   FROM variants v JOIN products p ON p.id = v.product_id LEFT JOIN units unit ON unit.id = v.unit_id
   WHERE v.id = ANY(:variantIds::bigint[]) AND p.shop_id = :shopId
     AND (:soldAlready::boolean OR (v.deleted_at IS NULL AND p.deleted_at IS NULL))
   ORDER BY v.id FOR NO KEY UPDATE OF v`,
);

type Line = {
  variant: VariantRow;
  quantity: number;
  grams: number | undefined;
  seenPaise: number;
  /** The selling price of one piece. */
  pricePaise: number;
};

function readLines(body: CounterSaleBody, variants: Map<number, VariantRow>): Line[] {
  const soldAlready = isMadeBefore(body);
  return body.lines.map(({ variant_id: id, quantity, grams, price, charged }) => {
    const variant = variants.get(id);
    if (!variant) throw invalidField('lines', 'has an item that this shop does not sell');
    if (!soldAlready && grams && packsOf(grams, variant.unit) !== quantity)
      throw invalidField('lines', `has a weight of ${variant.name} that is not in its quantity`);
    const seenPaise = toPaise(price);
    const pricePaise = typeof charged === 'number' ? toPaise(charged) : seenPaise;
    const line = { variant, quantity, grams: grams ?? undefined, seenPaise, pricePaise };
    // Another price than the one that was charged is asked about: the catalog has none above the MRP.
    if (!soldAlready && pricePaise !== seenPaise && isAboveMrp(line))
      throw invalidField('charged', `must not be above the MRP of ${variant.name}`);
    return line;
  });
}

/** Whether it was made without a connection: its customer has paid and gone. */
const isMadeBefore = ({ age_ms: age, sold_at: at }: CounterSaleBody): boolean => age !== undefined || at !== undefined;

const isAboveMrp = ({ variant: { mrpPaise }, pricePaise }: Line): boolean => mrpPaise !== null && pricePaise > mrpPaise;

function requireUnchanged(lines: Line[], body: CounterSaleBody): void {
  if (isMadeBefore(body)) return;
  if (lines.some(({ variant, seenPaise }) => variant.pricePaise !== seenPaise))
    throw new DomainError('price_changed', 'Prices have changed. Review them before you sell.', toConflict(lines));
  const short = lines.filter((line) => line.variant.stock < takenOf(line));
  if (short.length === 0 || body.sells_anyway) return;
  const left = short
    .map(({ variant }) => `${variant.name} (${formatStock(variant.stock, variant.stockUnit)} left)`)
    .join(', ');
  throw new DomainError('out_of_stock', `Not enough in stock: ${left}`, toConflict(lines));
}

const takenOf = (line: Line): number => takenFromStock(line, line.variant);

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

function priceLines(lines: Line[], body: CounterSaleBody): PricedLine[] {
  const { discount, total } = body;
  const amounts = amountsOf(lines, body);
  const gross = sumOf(amounts);
  const discountPaise = toPaise(discount ?? 0);
  if (discountPaise > gross) throw invalidField('discount', 'must not be more than the items cost');
  if (gross - discountPaise !== toPaise(total))
    throw invalidField('total', `must be ${toRupees(gross - discountPaise)}`);
  const given = spreadDiscount(amounts, discountPaise);
  return lines.map((line, nr) => {
    const [amount = 0, part = 0] = [amounts[nr], given[nr]];
    const isPlain = line.grams === undefined && part === 0;
    const raisedBy = Math.max(0, takenOf(line) - line.variant.stock);
    return { ...line, agreedPaise: isPlain ? null : amount - part, discountPaise: part, raisedBy };
  });
}

/** The price of each line before the discount. The amount paid for a weight stays, even if the item's unit has changed since. */
function amountsOf(lines: Line[], body: CounterSaleBody): number[] {
  const amounts = lines.map((line) => saleAmount({ ...line, unit: line.variant.unit }));
  const paid = toPaise(body.total) + toPaise(body.discount ?? 0);
  const plain = sumOf(amounts.filter((_, nr) => lines[nr]?.grams === undefined));
  const weighed = amounts.map((amount, nr) => (lines[nr]?.grams === undefined ? 0 : amount));
  if (!isMadeBefore(body) || sumOf(amounts) === paid || paid < plain || sumOf(weighed) === 0) return amounts;
  const parts = spreadDiscount(weighed, paid - plain);
  return amounts.map((amount, nr) => (lines[nr]?.grams === undefined ? amount : (parts[nr] ?? 0)));
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);

const toColumns = (lines: PricedLine[]) => ({
  variantIds: lines.map(({ variant }) => variant.id),
  quantities: lines.map(({ quantity }) => quantity),
  prices: lines.map(({ pricePaise }) => pricePaise),
  agreed: lines.map(({ agreedPaise }) => agreedPaise),
  discounts: lines.map(({ discountPaise }) => discountPaise),
  grams: lines.map(({ grams }) => grams ?? null),
  taken: lines.map(takenOf),
  raised: lines.map(({ raisedBy }) => raisedBy),
});

/** The parts of a split payment; none of any other. */
function readParts({ payment_method: method, payments = [], total }: CounterSaleBody): PaymentPart[] {
  const parts = payments.map(({ method: by, amount }) => ({ method: by, paise: toPaise(amount) }));
  if (method !== 'split' && parts.length === 0) return parts;
  const problem =
    method === 'split' ? splitProblem(parts, toPaise(total)) : 'must be left out unless the payment is split';
  if (problem) throw invalidField('payments', problem);
  return parts;
}

/** `at`: undefined for now. `said`: the device's time, if it is impossible or too long ago to be trusted. */
type SoldAt = { at?: Date; said?: Date };

const DAY_MS = 86_400_000;
const CENTURY_MS = 36_525 * DAY_MS;
/** The difference allowed between correct clocks. */
const CLOCK_MS = 60_000;

/**
 * When a sale was made: as long before now as the device has measured; of a device that did not, by its clock. What cannot be is
 * dated now, the day in whose cash it can still be found.
 */
function readSoldAt({ age_ms: ageMs, sold_at: soldAt }: CounterSaleBody): SoldAt {
  if (ageMs === undefined && soldAt === undefined) return {};
  const now = Date.now();
  const age = Math.max(-CENTURY_MS, Math.min(CENTURY_MS, ageMs ?? now - Date.parse(soldAt ?? '')));
  if (age < -CLOCK_MS || age > MAX_SALE_AGE_DAYS * DAY_MS) return { said: new Date(now - age) };
  return age < 0 ? {} : { at: new Date(now - age) };
}

type Sold = { request: Request; lines: PricedLine[]; orderNumber: string };

/** Records the shop's own decisions: changed prices, a discount, raised stock. */
async function recordChanges(client: PoolClient, { request, lines, orderNumber }: Sold): Promise<void> {
  const { shopId, by, body } = request;
  const who = { shopId, actorId: by.actorId };
  for (const { variant, pricePaise, raisedBy } of lines) {
    const { name, stock, stockUnit } = variant;
    if (raisedBy > 0) {
      const change = {
        before: { stock: loggedStock(stock, stockUnit) },
        after: { stock: loggedStock(stock + raisedBy, stockUnit) },
      };
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

type SoldBefore = Sold & { soldAt: SoldAt; orderId: number; actor: 'shop' | 'operator' };

/**
 * What of a sale without a connection the shop should look at: with a connection, it would have been refused. The activity says
 * what, and the timeline of the sale that there is something.
 */
async function recordToCheck(client: PoolClient, sale: SoldBefore): Promise<void> {
  const { request, lines, orderNumber, soldAt, orderId, actor } = sale;
  const { shopId, by, body } = request;
  const tooHigh = lines.filter(isAboveMrp).map(({ variant, pricePaise }) => `${variant.name} ${toRupees(pricePaise)}`);
  const isReckoned = lines.some(({ grams, quantity, variant }) => grams && packsOf(grams, variant.unit) !== quantity);
  const dated = soldAt.said && (await one(TIME_AT_SHOP, { shopId, at: soldAt.said }, client));
  const after = {
    ...dated,
    ...(tooHigh.length > 0 && { above_mrp: tooHigh.join(', ') }),
    ...(isReckoned && { total: body.total }),
    ...(body.sold_by && { sold_by: body.sold_by }),
    ...(isSuspended(by) && { suspended: true }),
  };
  if (Object.keys(after).length === 0) return;
  await recordActivity(client, { shopId, actorId: by.actorId, action: 'sale.to_check', subject: orderNumber, after });
  const who = { actor, actorId: by.actorId, sessionId: by.sessionId };
  await recordOrderEvent(client, { orderId, kind: 'to_check', ...who });
}

const TIME_AT_SHOP = sql<{ shopId: number; at: Date }, { dated: string }>(
  `SELECT to_char(:at::timestamptz AT TIME ZONE time_zone, 'YYYY-MM-DD HH24:MI') AS dated FROM shops WHERE id = :shopId`,
);

const FIND_ORDER = sql<{ orderId: number }, OrderRecord>(`${SHOP_ORDER_RECORD} WHERE o.id = :orderId`);
