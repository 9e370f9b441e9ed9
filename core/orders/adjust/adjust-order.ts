import { amountAfter, type LineOutcome, type PresentLine } from '@haat/contract/orders/adjustment';
import type { IfUnavailable } from '@haat/contract/orders/order-terms';
import { MIN_ONLINE_PAISE } from '@haat/contract/payments/payment';
import { PIECES, type StockKept, takenFromStock } from '@haat/contract/catalog/stock-unit';
import { splitChange } from '@haat/contract/payments/settlement';
import type { PoolClient } from 'pg';
import { many, one, run, sql } from '../../db/database.ts';
import { OrderItem } from '../../db/orders.models.ts';
import { DomainError } from '../../errors.ts';
import { notifyOfUpdate } from '../../notify/notify-of-update.ts';
import { refundPart } from '../../payments/refund-part.ts';
import type { LockedOrder } from '../lock-order.ts';
import { type EventActor, recordOrderEvent } from '../../activity/record-order-event.ts';
import { lockStock } from '../../stock/lock-stock.ts';
import { LINE_FIELDS, LINE_PAISE } from '../order-record.ts';
import { type Outcomes, type ProposedLine, requireStock } from './proposals.ts';

/** A line of an order whose row is locked. */
export type OrderLine = PresentLine & { id: number; variantId: number; name: string };

/** The price of an order and its customer's choice. */
type OrderSums = {
  totalPaise: number;
  cashExtraPaise: number;
  refundedPaise: number;
  ifUnavailable: IfUnavailable;
  /** How long customers of the shop have to answer. */
  answerMinutes: number;
};

export type AdjustableOrder = LockedOrder & OrderSums & { orderId: number; lines: OrderLine[] };

/** Adds to a locked order its lines and sums. */
export async function readAdjustable(
  client: PoolClient,
  { orderId, order }: { orderId: number; order: LockedOrder },
): Promise<AdjustableOrder> {
  const sums = await one(READ_SUMS, { orderId }, client);
  if (!sums) throw new Error(`Order ${orderId} has been deleted`);
  return { orderId, ...order, ...sums, lines: await many(READ_LINES, { orderId }, client) };
}

const READ_SUMS = sql<{ orderId: number }, OrderSums>(`
  SELECT o.total_paise, o.cash_extra_paise, o.refunded_paise, o.if_unavailable, shop.answer_minutes
  FROM orders o JOIN shops shop ON shop.id = o.shop_id WHERE o.id = :orderId`);

const READ_LINES = sql<{ orderId: number }, OrderLine>(`
  SELECT i.id, i.variant_id, i.name, i.quantity, i.unit_price_paise AS price_paise, i.unit, i.packed_grams,
    ${LINE_PAISE} AS amount_paise
  FROM order_items i WHERE i.order_id = :orderId ORDER BY i.id`);

type Adjustment = { order: AdjustableOrder; proposed: readonly ProposedLine[]; outcomes: Outcomes };

/** A line after the change; `variantId` as it was unless it was replaced. */
type NextLine = Omit<OrderLine, 'name' | 'unit'>;

/**
 * The lines of the order once each proposed one has had its outcome, with their total; added ones come last. Throws
 * status_not_allowed when nothing to pay would be left: that is a cancellation.
 */
export function linesAfter({ order, proposed, outcomes }: Adjustment): { lines: NextLine[]; totalPaise: number } {
  const changed = order.lines.flatMap((line) => {
    const outcome = outcomes.get(line.id) ?? 'keep';
    return lineAfter(
      line,
      outcome,
      proposed.find(({ line: { id } }) => id === line.id),
    );
  });
  const added = proposed.flatMap((each) => (outcomes.get(each.line.id) === 'apply' ? addedLine(each) : []));
  const lines = [...changed, ...added];
  const totalPaise = lines.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  if (lines.length === 0 || (totalPaise === 0 && order.totalPaise > 0)) {
    const text = 'The order would have no items left. Cancel it instead.';
    throw new DomainError('status_not_allowed', text);
  }
  return { lines, totalPaise };
}

function lineAfter(line: OrderLine, outcome: LineOutcome, proposed: ProposedLine | undefined): NextLine[] {
  if (outcome === 'leave_out') return [];
  if (outcome === 'keep' || !proposed) return [line];
  const { change, variantId } = proposed;
  const amountPaise = amountAfter(line, change);
  if (change.kind === 'leave_out' || change.kind === 'add') return [];
  if (change.kind === 'weight') return [{ ...line, amountPaise, packedGrams: change.grams }];
  const { quantity } = change;
  if (change.kind !== 'replace') return [{ ...line, amountPaise, quantity, packedGrams: null }];
  const { pricePaise } = change;
  return [{ ...line, variantId: variantId ?? line.variantId, pricePaise, amountPaise, quantity, packedGrams: null }];
}

function addedLine({ line, change }: ProposedLine): NextLine[] {
  if (change.kind !== 'add') return [];
  const { quantity, pricePaise, amountPaise, grams } = change;
  return [{ ...line, quantity, pricePaise, amountPaise, packedGrams: grams }];
}

type Adjusting = Adjustment & { proposalId: number; by: EventActor };

/**
 * Gives a locked order its new lines: stores a new revision and keeps the earlier lines, moves stock, refunds the difference of
 * a prepaid order, and adds the event and the customer's notification. Does nothing when nothing changes.
 * Throws what `linesAfter` does, out_of_stock, and refund_too_high when earlier refunds exceed the new
 * price.
 */
export async function adjustOrder(client: PoolClient, adjusting: Adjusting): Promise<void> {
  const { order, proposalId, by } = adjusting;
  const { orderId } = order;
  if (isUnchanged(order, linesAfter(adjusting))) return;

  const { next, money } = planAdjustment(adjusting);
  const changed = next.lines.filter((line) => !order.lines.includes(line as OrderLine));
  const variantIds = next.lines.map(({ variantId }) => variantId);
  await lockStock(client, orderId, variantIds);
  await run(KEEP_REVISION, { orderId }, client);
  await moveStock(client, { order, lines: next.lines, by });
  const kept = next.lines.map(({ id }) => id);
  await OrderItem.query(client).where({ orderId }).whereNotIn('id', kept).delete();
  const isPresent = new Set(order.lines.map(({ id }) => id));
  for (const line of changed) {
    if (isPresent.has(line.id)) await run(CHANGE_LINE, toColumns(line), client);
    else await run(ADD_LINE, { ...toColumns(line), orderId }, client);
  }
  await run(NEW_REVISION, { orderId, totalPaise: next.totalPaise, cashExtraPaise: money.cashExtraPaise }, client);
  if (money.refundPaise > 0)
    await refundPart(client, { orderId, amountPaise: money.refundPaise, reason: 'adjustment', by });
  const details = { proposal: proposalId, from_paise: order.totalPaise, to_paise: next.totalPaise };
  await recordOrderEvent(client, { orderId, kind: 'adjusted', ...by, details });
  await notifyOfUpdate(client, { orderId, update: 'adjusted', message: 'the items have changed' });
}

const isUnchanged = (order: AdjustableOrder, { lines }: Next): boolean =>
  lines.length === order.lines.length && lines.every((line) => order.lines.includes(line as OrderLine));

/** Whether the order can have these lines. */
export function isPossible(adjustment: Adjustment): boolean {
  try {
    planAdjustment(adjustment);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

function planAdjustment(adjustment: Adjustment) {
  const next = withPayableRefund(adjustment.order, linesAfter(adjustment));
  return { next, money: moneyAfter(adjustment.order, next.totalPaise) };
}

type Next = ReturnType<typeof linesAfter>;

/** The amount to refund of an online payment, and the amount to pay in cash in addition. */
function moneyAfter(order: AdjustableOrder, totalPaise: number) {
  if (order.paymentStatus === 'due') return { refundPaise: 0, cashExtraPaise: 0 };
  if (order.paymentStatus !== 'paid' || totalPaise - order.refundedPaise < MIN_ONLINE_PAISE)
    throw new DomainError('refund_too_high', 'The refunds already exceed the new total. Cancel the order instead.');
  const onlinePaise = order.totalPaise - order.cashExtraPaise;
  return splitChange(onlinePaise, totalPaise);
}

/**
 * Providers refund no less than a rupee: lowers the price of the dearest line, preferably a changed one, by the missing amount.
 */
function withPayableRefund(order: AdjustableOrder, next: Next): Next {
  const { refundPaise } = moneyAfter(order, next.totalPaise);
  const missing = refundPaise > 0 ? MIN_ONLINE_PAISE - refundPaise : 0;
  const hasChanged = (line: NextLine) => Number(!order.lines.includes(line as OrderLine));
  const [dearest] = next.lines
    .filter(({ amountPaise }) => amountPaise >= missing)
    .toSorted((a, b) => hasChanged(b) - hasChanged(a) || b.amountPaise - a.amountPaise);
  if (missing <= 0 || !dearest) return next;
  const cheaper = { ...dearest, amountPaise: dearest.amountPaise - missing };
  return {
    lines: next.lines.map((line) => (line === dearest ? cheaper : line)),
    totalPaise: next.totalPaise - missing,
  };
}

const KEEP_REVISION = sql<{ orderId: number }>(`
  INSERT INTO order_revisions (order_id, revision, total_paise, lines)
  SELECT o.id, o.revision, o.total_paise, (
    SELECT json_agg(json_build_object(${LINE_FIELDS}, 'variantId', i.variant_id) ORDER BY i.id)
    FROM order_items i WHERE i.order_id = o.id)
  FROM orders o WHERE o.id = :orderId`);

type StockMove = { order: AdjustableOrder; lines: readonly NextLine[]; by: EventActor };

/** Returns items that left the order to the stock, and takes new ones from it. */
async function moveStock(client: PoolClient, { order, lines, by }: StockMove): Promise<void> {
  const deltas = new Map<number, number>();
  const move = (variantId: number, delta: number) => deltas.set(variantId, (deltas.get(variantId) ?? 0) + delta);
  const ordered = new Set(order.lines.map(({ variantId }) => variantId));
  const stocks = await lockVariants(client, [...ordered, ...lines.map(({ variantId }) => variantId)]);
  const takenOf = ({ variantId, quantity, packedGrams }: NextLine) =>
    takenFromStock({ quantity, grams: packedGrams }, stocks.get(variantId) ?? PIECES);
  for (const line of order.lines) move(line.variantId, takenOf(line));
  for (const line of lines) move(line.variantId, -takenOf(line));
  const moved = [...deltas].filter(([, delta]) => delta !== 0);
  for (const [variantId, delta] of moved) {
    const variant = stocks.get(variantId);
    // What the customer has ordered may be heavier even if it is no longer on sale.
    const isOnSale = variant !== undefined && (variant.isOnSale || ordered.has(variantId));
    if (delta < 0) requireOnSale(variant && { ...variant, isOnSale }, -delta, by);
  }
  const revision = order.revision + 1;
  const variantIds = moved.map(([variantId]) => variantId);
  const params = { orderId: order.orderId, variantIds, deltas: moved.map(([, delta]) => delta), revision };
  await run(MOVE_STOCK, { ...params, actorId: by.actorId }, client);
}

export type LockedVariant = { id: number; name: string; stock: number; isOnSale: boolean } & StockKept;

/** Locks variants in the order of their ids, like the statement that places orders. */
export async function lockVariants(client: PoolClient, variantIds: number[]): Promise<Map<number, LockedVariant>> {
  await run(LOCK_VARIANTS, { variantIds }, client);
  const variants = await many(READ_LOCKED, { variantIds }, client);
  return new Map(variants.map((variant) => [variant.id, variant]));
}

function requireOnSale(variant: LockedVariant | undefined, amount: number, { actor }: EventActor): void {
  if (actor !== 'customer' && variant?.isOnSale) return requireStock(variant, amount);
  if (variant?.isOnSale && variant.stock >= amount) return;
  const name = variant?.name ?? 'The product';
  throw new DomainError('out_of_stock', `${name} has just sold out. Choose not to take it, or call the shop.`);
}

const LOCK_VARIANTS = sql<{ variantIds: number[] }>(
  'SELECT FROM variants WHERE id = ANY(:variantIds::bigint[]) ORDER BY id FOR NO KEY UPDATE',
);

const READ_LOCKED = sql<{ variantIds: number[] }, LockedVariant>(`
  SELECT v.id, p.name, v.stock, v.stock_unit, v.content, v.deleted_at IS NULL AND p.deleted_at IS NULL AND p.is_published AS is_on_sale
  FROM variants v JOIN products p ON p.id = v.product_id WHERE v.id = ANY(:variantIds::bigint[])`);

const MOVE_STOCK = sql<{
  orderId: number;
  variantIds: number[];
  deltas: number[];
  revision: number;
  actorId: number | null;
}>(`
  WITH moved AS (
    SELECT * FROM unnest(:variantIds::bigint[], :deltas::int[]) AS moved (variant_id, delta)
  ), ledger AS (
    INSERT INTO stock_ledger (variant_id, delta, reason, order_id, revision, actor_id)
    SELECT variant_id, delta, 'revision', :orderId::bigint, :revision::int, :actorId::bigint FROM moved
  )
  UPDATE variants v SET stock = v.stock + moved.delta FROM moved WHERE v.id = moved.variant_id`);

type LineColumns = {
  itemId: number;
  variantId: number;
  quantity: number;
  pricePaise: number;
  agreedPaise: number | null;
  packedGrams: number | null;
};

const toColumns = ({ id, variantId, quantity, pricePaise, amountPaise, packedGrams }: NextLine): LineColumns => ({
  itemId: id,
  variantId,
  quantity,
  pricePaise,
  agreedPaise: amountPaise === pricePaise * quantity ? null : amountPaise,
  packedGrams,
});

const OPTIONS = `LEFT JOIN sizes size ON size.id = v.size_id LEFT JOIN colors color ON color.id = v.color_id
  LEFT JOIN units unit ON unit.id = v.unit_id`;

// A line whose variant stays keeps its names and its MRP of the time of the order.
const CHANGE_LINE = sql<LineColumns>(`
  UPDATE order_items i SET quantity = :quantity::int, unit_price_paise = :pricePaise::bigint,
    agreed_paise = :agreedPaise::bigint, packed_grams = :packedGrams::int, variant_id = v.id, product_id = p.id,
    name = CASE WHEN i.variant_id = v.id THEN i.name ELSE p.name END,
    image = CASE WHEN i.variant_id = v.id THEN i.image ELSE p.image END,
    size = CASE WHEN i.variant_id = v.id THEN i.size ELSE size.name END,
    color = CASE WHEN i.variant_id = v.id THEN i.color ELSE color.name END,
    unit = CASE WHEN i.variant_id = v.id THEN i.unit ELSE unit.name END,
    mrp_paise = CASE WHEN i.variant_id = v.id THEN i.mrp_paise
      WHEN v.mrp_paise >= :pricePaise::bigint THEN v.mrp_paise END
  FROM variants v JOIN products p ON p.id = v.product_id ${OPTIONS}
  WHERE i.id = :itemId::bigint AND v.id = :variantId::bigint`);

const ADD_LINE = sql<LineColumns & { orderId: number }>(`
  INSERT INTO order_items (id, order_id, variant_id, product_id, name, size, color, unit, image, unit_price_paise, mrp_paise,
    quantity, agreed_paise, packed_grams)
  OVERRIDING SYSTEM VALUE
  SELECT :itemId::bigint, :orderId::bigint, v.id, p.id, p.name, size.name, color.name, unit.name, p.image, :pricePaise::bigint,
    CASE WHEN v.mrp_paise >= :pricePaise::bigint THEN v.mrp_paise END, :quantity::int, :agreedPaise::bigint, :packedGrams::int
  FROM variants v JOIN products p ON p.id = v.product_id ${OPTIONS}
  WHERE v.id = :variantId::bigint`);

const NEW_REVISION = sql<{ orderId: number; totalPaise: number; cashExtraPaise: number }>(`
  UPDATE orders SET revision = revision + 1, total_paise = :totalPaise, cash_extra_paise = :cashExtraPaise
  WHERE id = :orderId`);
