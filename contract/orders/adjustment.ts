import type { IfUnavailable } from './order-terms.ts';
import { isInStoreBarcode } from '../catalog/barcode.ts';
import { packSizeOf } from '../catalog/pack-size.ts';

/**
 * The changes that a shop can propose: leave a line out, fewer or more pieces of it, the packed weight, another variant, or a line
 * that is added.
 */
export const LINE_CHANGES = ['leave_out', 'fewer', 'more', 'weight', 'replace', 'add'] as const;
export type LineChangeKind = (typeof LINE_CHANGES)[number];

/**
 * `open`: waits for the customer. `applied`: needed no answer. `answered`: by the customer. `unanswered`: the time is over.
 * `withdrawn`: by the shop. `closed`: with the order.
 */
export const PROPOSAL_STATES = ['open', 'applied', 'answered', 'unanswered', 'withdrawn', 'closed'] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** The outcome of a line: it changes as proposed, is left out, or stays as it was. */
export const LINE_OUTCOMES = ['apply', 'leave_out', 'keep'] as const;
export type LineOutcome = (typeof LINE_OUTCOMES)[number];

/** A line of an order as it is now. `amountPaise`: the price of all of it. */
export type PresentLine = {
  quantity: number;
  pricePaise: number;
  amountPaise: number;
  unit: string | null;
  packedGrams: number | null;
};

/**
 * `quantity`: of the line after the change. `pricePaise`: of the variant that replaces it, or is added. `atOldPrice`: it costs no
 * more than its line does now, however expensive the variant or heavy the pack. `amountPaise`: of an added line; `grams`: its
 * weight, if it was weighed.
 */
export type LineChange =
  | { kind: 'leave_out' }
  | { kind: 'fewer'; quantity: number }
  | { kind: 'more'; quantity: number }
  | { kind: 'weight'; grams: number; atOldPrice: boolean }
  | { kind: 'replace'; quantity: number; pricePaise: number; atOldPrice: boolean }
  | { kind: 'add'; quantity: number; grams: number | null; pricePaise: number; amountPaise: number };

/** Whether the order gets more by a change, which only its customer decides. */
export const isAddition = (kind: LineChangeKind): boolean => kind === 'add' || kind === 'more';

/** A line that is added, as it is before: nothing of it. */
export const noLine = ({ pricePaise, unit }: Pick<PresentLine, 'pricePaise' | 'unit'>): PresentLine => ({
  quantity: 0,
  pricePaise,
  amountPaise: 0,
  unit,
  packedGrams: null,
});

/** The heaviest pack, as a multiple of the ordered weight. */
const MOST_WEIGHT = 2;
/** A lighter pack is an ordinary one if it has at least this share of the ordered weight. */
const ORDINARY_WEIGHT = 0.9;

/** The ordered weight of a line that is sold by weight, in grams; undefined for other lines. */
export function orderedGrams({ unit, quantity }: Pick<PresentLine, 'unit' | 'quantity'>): number | undefined {
  const size = packSizeOf(unit ?? '');
  if (size?.per !== 'kg') return undefined;
  const grams = Math.round(size.quantity * 1000 * quantity);
  return grams > 0 ? grams : undefined;
}

/** Whether an item is weighed for its customer: its pack has a weight, and no barcode of a sealed one. */
export const isLoose = ({ unit, barcode }: { unit: string | null; barcode: string | null }): boolean =>
  orderedGrams({ unit, quantity: 1 }) !== undefined && (barcode === null || isInStoreBarcode(barcode));

/** Whether an item has a size by weight, but comes in sealed packs, which are not weighed. */
export const isSealed = (item: { unit: string | null; barcode: string | null }): boolean =>
  orderedGrams({ unit: item.unit, quantity: 1 }) !== undefined && !isLoose(item);

/** The heaviest pack that can be proposed for a line, in grams. */
export const mostGrams = (line: Pick<PresentLine, 'unit' | 'quantity'>): number =>
  (orderedGrams(line) ?? 0) * MOST_WEIGHT;

export type ChangeProblem = 'not_fewer' | 'not_more' | 'by_weight' | 'not_by_weight' | 'too_heavy' | 'same_weight';

/** Why a line cannot be changed like that; undefined when it can. */
export function changeProblem(line: PresentLine, change: LineChange): ChangeProblem | undefined {
  if (change.kind === 'fewer') return change.quantity < line.quantity ? undefined : 'not_fewer';
  if (change.kind === 'more') {
    if (line.packedGrams !== null) return 'by_weight';
    return change.quantity > line.quantity ? undefined : 'not_more';
  }
  if (change.kind === 'add' && change.grams !== null)
    return orderedGrams({ unit: line.unit, quantity: 1 }) === undefined ? 'not_by_weight' : undefined;
  if (change.kind !== 'weight') return undefined;
  const ordered = orderedGrams(line);
  if (ordered === undefined) return 'not_by_weight';
  if (change.grams > mostGrams(line)) return 'too_heavy';
  return change.grams === (line.packedGrams ?? ordered) ? 'same_weight' : undefined;
}

/** The amount of a line after the change, in paise. Less of it never costs more. */
export function amountAfter(line: PresentLine, change: LineChange): number {
  const { pricePaise, quantity, amountPaise } = line;
  if (change.kind === 'leave_out') return 0;
  if (change.kind === 'add') return change.amountPaise;
  if (change.kind === 'more') return amountPaise + pricePaise * (change.quantity - quantity);
  if (change.kind === 'fewer')
    return Math.min(pricePaise * change.quantity, Math.floor((amountPaise * change.quantity) / quantity));
  const amount = change.kind === 'weight' ? priceOfWeight(line, change.grams) : change.pricePaise * change.quantity;
  return change.atOldPrice ? Math.min(amount, amountPaise) : amount;
}

function priceOfWeight(line: PresentLine, grams: number): number {
  const { pricePaise, quantity, amountPaise, packedGrams } = line;
  const ordered = orderedGrams(line) ?? grams;
  const byWeight = Math.round((pricePaise * quantity * grams) / ordered);
  const present = packedGrams ?? ordered;
  return grams < present ? Math.min(byWeight, Math.floor((amountPaise * grams) / present)) : byWeight;
}

const isDearer = (line: PresentLine, change: LineChange): boolean => amountAfter(line, change) > line.amountPaise;

/** Whether the change follows the customer's choice and costs no more, so that it needs no answer. */
export function fitsChoice(choice: IfUnavailable, line: PresentLine, change: LineChange): boolean {
  if (isAddition(change.kind) || isDearer(line, change)) return false;
  if (change.kind === 'replace') return choice === 'replace';
  const isOrdinary = change.kind === 'weight' && change.grams >= (orderedGrams(line) ?? 0) * ORDINARY_WEIGHT;
  return isOrdinary || choice === 'leave_out';
}

/**
 * The outcome of a line whose change the customer refuses. The shop does not have the ordered item, so a refused replacement
 * leaves it out; a line that was to be left out or larger, or would cost more by its weight, stays as it is.
 */
export const refusedOutcome = (line: PresentLine, change: LineChange): LineOutcome => {
  const isHeavier = change.kind === 'weight' && isDearer(line, change);
  return change.kind === 'leave_out' || change.kind === 'more' || isHeavier ? 'keep' : 'leave_out';
};

/** The outcome of a line without an answer: as the customer chose with the order, and never more to pay. */
export function unansweredOutcome(choice: IfUnavailable, line: PresentLine, change: LineChange): LineOutcome {
  if (change.kind === 'replace') return choice === 'replace' && !isDearer(line, change) ? 'apply' : 'leave_out';
  if (isAddition(change.kind)) return refusedOutcome(line, change);
  return isDearer(line, change) ? 'keep' : 'apply';
}
