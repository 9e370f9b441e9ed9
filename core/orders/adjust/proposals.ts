import type { RequestedChange } from '@haat/contract/orders/adjustments.calls';
import { packsOf, saleAmount } from '@haat/contract/orders/counter-sale';
import { MAX_LINES, MAX_QUANTITY } from '@haat/contract/orders/cart';
import { formatStock, type StockKept, type StockUnit, takenFromStock } from '@haat/contract/catalog/stock-unit';
import {
  amountAfter,
  changeProblem,
  type ChangeProblem,
  type LineChange,
  type LineChangeKind,
  type LineOutcome,
  mostGrams,
  noLine,
  type ProposalState,
} from '@haat/contract/orders/adjustment';
import type { PoolClient } from 'pg';
import { many, one, run, sql } from '../../db/database.ts';
import { OrderProposal } from '../../db/orders.models.ts';
import { DomainError } from '../../errors.ts';
import type { OrderLine } from './adjust-order.ts';

/** A line of a proposal, with the order line that it changes, or that it adds: `line` has its id then, and nothing of it yet. */
export type ProposedLine = {
  line: OrderLine;
  change: LineChange;
  /** Of a replacement or an added line. */
  variantId: number | null;
};

/** `isFree`: it replaces another order at no charge, and stays so. */
type Reading = {
  shopId: number;
  isFree: boolean;
  lines: readonly OrderLine[];
  changes: readonly RequestedChange[];
  isPaidOnline: boolean;
};

/**
 * The lines that a shop proposes, at the prices of its catalog. Throws not_found for a line that the order does not have or a
 * variant that the shop does not sell, invalid_input for a change that is none, and out_of_stock.
 */
export async function readProposedLines(client: PoolClient, reading: Reading): Promise<ProposedLine[]> {
  const { changes, lines, shopId } = reading;
  const variantIds = changes.flatMap((change) => ('variant_id' in change ? [change.variant_id] : []));
  if (new Set(variantIds).size < variantIds.length)
    throw new DomainError('invalid_input', 'Two lines cannot have the same product. Leave one of them out.');
  if (lines.length + changes.filter(({ kind }) => kind === 'add').length > MAX_LINES)
    throw new DomainError('invalid_input', `An order has at most ${MAX_LINES} items. Add fewer.`);
  const read = await many(
    READ_VARIANTS,
    { shopId, variantIds: [...variantIds, ...lines.map((line) => line.variantId)] },
    client,
  );
  const variants = new Map(read.map((variant) => [variant.id, variant]));
  const added = await newLines(client, { changes, variants, lines });
  return changes.map((change) => {
    if (change.kind === 'add') return added.get(change.variant_id)!;
    const line = lines.find(({ id }) => id === change.item_id);
    if (!line) throw new DomainError('not_found', 'This item is not part of the order.');
    if (change.kind !== 'replace') {
      const possible = requirePossible(line, toChange(change, reading));
      const present = variants.get(line.variantId);
      if (present) requireStock(present, neededBy(line, possible, present));
      return { line, variantId: null, change: possible };
    }
    const variant = requireNew(variants.get(change.variant_id), lines);
    requireStock(variant, change.quantity * variant.content);
    const { quantity, variant_id: variantId } = change;
    const atOldPrice = isAtOldPrice(change, reading);
    return { line, variantId, change: { kind: 'replace', quantity, pricePaise: variant.pricePaise, atOldPrice } };
  });
}

type Adding = { changes: readonly RequestedChange[]; variants: Variants; lines: readonly OrderLine[] };
type Variants = ReadonlyMap<number, SoldVariant>;

/** The lines to add by their variants, with the ids that they have once the customer accepts. */
async function newLines(client: PoolClient, { changes, variants, lines }: Adding): Promise<Map<number, ProposedLine>> {
  const added = new Map<number, ProposedLine>();
  for (const change of changes) {
    if (change.kind !== 'add') continue;
    const variant = requireNew(variants.get(change.variant_id), lines);
    const { id: variantId, name, unit, pricePaise } = variant;
    const row = await one(NEXT_ITEM, {}, client);
    if (!row) throw new Error('A sequence has no next value');
    const line = { id: row.id, variantId, name, ...noLine({ pricePaise, unit }) };
    const { grams } = change;
    const quantity = change.quantity ?? packsOf(grams ?? 0, unit) ?? 1;
    if (quantity > MAX_QUANTITY) throw new DomainError('invalid_input', `${name}: add at most ${MAX_QUANTITY} of it.`);
    const amountPaise = saleAmount({ pricePaise, quantity, unit, grams });
    const proposed = { kind: 'add', quantity, grams: grams ?? null, pricePaise, amountPaise } as const;
    requireStock(variant, neededBy(line, requirePossible(line, proposed), variant));
    added.set(variantId, { line, variantId, change: proposed });
  }
  return added;
}

const NEXT_ITEM = sql<object, { id: number }>(`SELECT nextval('order_items_id_seq') AS id`);

/** How much more of its stock a line needs: of a replacement all, of a weight what it is heavier. */
export function neededBy(line: OrderLine, change: LineChange, kept: StockKept): number {
  if (change.kind === 'replace') return change.quantity * kept.content;
  if (change.kind === 'add') return takenFromStock(change, kept);
  if (change.kind === 'more') return (change.quantity - line.quantity) * kept.content;
  if (change.kind !== 'weight') return 0;
  const { quantity, packedGrams } = line;
  return (
    takenFromStock({ quantity, grams: change.grams }, kept) - takenFromStock({ quantity, grams: packedGrams }, kept)
  );
}

function toChange(change: Exclude<RequestedChange, { kind: 'replace' | 'add' }>, reading: Reading): LineChange {
  if (change.kind !== 'weight') return change;
  return { kind: 'weight', grams: change.grams, atOldPrice: isAtOldPrice(change, reading) };
}

const isAtOldPrice = (change: { at_old_price?: boolean | undefined }, { isFree, isPaidOnline }: Reading): boolean =>
  isFree || (change.at_old_price ?? isPaidOnline);

function requirePossible(line: OrderLine, change: LineChange): LineChange {
  const problem = changeProblem(line, change);
  if (problem) throw new DomainError('invalid_input', PROBLEMS[problem](line));
  return change;
}

const PROBLEMS: Record<ChangeProblem, (line: OrderLine) => string> = {
  not_fewer: ({ name, quantity }) => `Choose fewer than ${quantity} of ${name}.`,
  not_more: ({ name, quantity }) => `Choose more than ${quantity} of ${name}.`,
  by_weight: ({ name }) => `${name} is already weighed. Change its weight instead.`,
  not_by_weight: ({ name }) => `${name} is not sold by weight.`,
  too_heavy: (line) => `${line.name}: pack at most ${mostGrams(line)} g.`,
  same_weight: ({ name }) => `${name} already has this weight.`,
};

/** A variant that is on sale, and that the order does not have. */
function requireNew(variant: SoldVariant | undefined, lines: readonly OrderLine[]): SoldVariant {
  if (!variant?.isOnSale)
    throw new DomainError('not_found', 'This product is not on sale in your shop. Choose another one.');
  if (!lines.some(({ variantId }) => variantId === variant.id)) return variant;
  const text = `${variant.name} is already in this order. Choose more of it there, or another product.`;
  throw new DomainError('status_not_allowed', text);
}

type Stocked = { name: string; stock: number; stockUnit: StockUnit };

/** Throws out_of_stock, with a text that says what to do. */
export function requireStock({ name, stock, stockUnit }: Stocked, amount: number): void {
  if (stock >= amount) return;
  const left = stock === 0 ? `${name} is out of stock.` : `Only ${formatStock(stock, stockUnit)} of ${name} left.`;
  throw new DomainError('out_of_stock', `${left} Choose fewer or another product.`);
}

type SoldVariant = StockKept & {
  id: number;
  name: string;
  unit: string | null;
  pricePaise: number;
  stock: number;
  isOnSale: boolean;
};

const READ_VARIANTS = sql<{ shopId: number; variantIds: number[] }, SoldVariant>(`
  SELECT v.id, p.name, unit.name AS unit, v.price_paise, v.stock, v.stock_unit, v.content,
    v.deleted_at IS NULL AND p.is_published AND p.deleted_at IS NULL AS is_on_sale
  FROM variants v JOIN products p ON p.id = v.product_id LEFT JOIN units unit ON unit.id = v.unit_id
  WHERE v.id = ANY(:variantIds::bigint[]) AND p.shop_id = :shopId`);

/** A proposal that is stored. `answerMinutes`: how long the customer has; missing when no answer is needed. */
type NewProposal = { orderId: number; lines: readonly ProposedLine[]; totalPaise: number; answerMinutes?: number };

/** Stores a proposal with its lines. Returns its id. */
export async function addProposal(client: PoolClient, proposal: NewProposal): Promise<number> {
  const { orderId, lines, totalPaise, answerMinutes } = proposal;
  const added = await one(ADD_PROPOSAL, { orderId, totalPaise, answerMinutes }, client);
  if (!added) throw new Error(`Order ${orderId} has been deleted`);
  for (const { line, change, variantId } of lines) {
    const columns = { quantity: null, grams: null, pricePaise: null, atOldPrice: false, ...change };
    const ids = { proposalId: added.id, itemId: line.id, variantId };
    await run(ADD_LINE, { ...columns, ...ids, amountPaise: amountAfter(line, change) }, client);
  }
  return added.id;
}

const ADD_PROPOSAL = sql<{ orderId: number; totalPaise: number; answerMinutes: number | undefined }, { id: number }>(`
  INSERT INTO order_proposals (order_id, state, total_paise, answer_by, settled_at)
  SELECT :orderId::bigint, CASE WHEN :answerMinutes::int IS NULL THEN 'applied' ELSE 'open' END, :totalPaise::bigint,
    now() + make_interval(mins => :answerMinutes::int), CASE WHEN :answerMinutes::int IS NULL THEN now() END
  RETURNING id`);

type NewLine = {
  proposalId: number;
  itemId: number;
  kind: LineChangeKind;
  quantity: number | null;
  grams: number | null;
  variantId: number | null;
  pricePaise: number | null;
  atOldPrice: boolean;
  amountPaise: number;
};

const ADD_LINE = sql<NewLine>(`
  INSERT INTO order_proposal_lines (proposal_id, item_id, kind, quantity, grams, variant_id, unit_price_paise, at_old_price,
    amount_paise)
  VALUES (:proposalId, :itemId, :kind, :quantity, :grams, :variantId, :pricePaise, :atOldPrice, :amountPaise)`);

/** The stored lines of an open proposal, with the lines of the order that they change or add. */
export async function readOpenLines(
  client: PoolClient,
  { proposalId, lines }: { proposalId: number; lines: readonly OrderLine[] },
): Promise<ProposedLine[]> {
  const rows = await many(READ_LINES, { proposalId }, client);
  return rows.map(({ itemId, variantId, name, unit, ...row }) => {
    const change = row as LineChange;
    const present = lines.find(({ id }) => id === itemId);
    const line =
      change.kind === 'add' && variantId !== null
        ? { id: itemId, variantId, name, ...noLine({ pricePaise: change.pricePaise, unit }) }
        : present;
    if (!line) throw new Error(`Proposal ${proposalId} is about a line that is gone`);
    return { line, variantId, change };
  });
}

type StoredLine = {
  itemId: number;
  variantId: number | null;
  kind: LineChangeKind;
  name: string;
  unit: string | null;
};

const READ_LINES = sql<{ proposalId: number }, StoredLine>(`
  SELECT l.item_id, l.variant_id, l.kind, l.quantity, l.grams, l.unit_price_paise AS price_paise, l.at_old_price, l.amount_paise,
    p.name, unit.name AS unit
  FROM order_proposal_lines l
  LEFT JOIN variants v ON v.id = l.variant_id LEFT JOIN products p ON p.id = v.product_id
  LEFT JOIN units unit ON unit.id = v.unit_id
  WHERE l.proposal_id = :proposalId ORDER BY l.item_id`);

/** The outcome of each line of a proposal, by the id of the order's line. */
export type Outcomes = ReadonlyMap<number, LineOutcome>;

/** Records that a proposal is no longer open, and the outcome of its lines. */
export async function settleProposal(
  client: PoolClient,
  proposal: { proposalId: number; state: ProposalState; outcomes?: Outcomes },
): Promise<void> {
  const { proposalId, state, outcomes = new Map<number, LineOutcome>() } = proposal;
  await run(SETTLE, { proposalId, state }, client);
  await run(SETTLE_LINES, { proposalId, itemIds: [...outcomes.keys()], outcomes: [...outcomes.values()] }, client);
}

const SETTLE = sql<{ proposalId: number; state: ProposalState }>(`
  UPDATE order_proposals SET state = :state::text, settled_at = coalesce(settled_at, now()) WHERE id = :proposalId`);

const SETTLE_LINES = sql<{ proposalId: number; itemIds: number[]; outcomes: LineOutcome[] }>(`
  UPDATE order_proposal_lines l SET outcome = given.outcome
  FROM unnest(:itemIds::bigint[], :outcomes::text[]) AS given (item_id, outcome)
  WHERE l.proposal_id = :proposalId AND l.item_id = given.item_id`);

/** A proposal of an order, which the transaction has locked. */
export type StoredProposal = { id: number; state: ProposalState; answerBy: Date | null };

export async function findProposal(
  client: PoolClient,
  { orderId, proposalId: id }: { orderId: number; proposalId: number },
): Promise<StoredProposal | undefined> {
  return OrderProposal.query(client).findOne({ id, orderId });
}

/** Which outcome each line of a settled proposal had. */
export async function readOutcomes(client: PoolClient, proposalId: number): Promise<Outcomes> {
  const rows = await many(READ_OUTCOMES, { proposalId }, client);
  return new Map(rows.map(({ itemId, outcome }) => [itemId, outcome]));
}

const READ_OUTCOMES = sql<{ proposalId: number }, { itemId: number; outcome: LineOutcome }>(
  'SELECT item_id, outcome FROM order_proposal_lines WHERE proposal_id = :proposalId AND outcome IS NOT NULL',
);
