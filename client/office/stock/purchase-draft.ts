import type { PurchaseBody, PurchaseView } from '@haat/contract/stock/purchases.calls';
import type { LowVariant } from '@haat/contract/stock/stock-lists.calls';
import { isRupeesText, isStockText } from '@haat/contract/catalog/product-input';

/** A line as it is typed. */
export type DraftLine = {
  key: string;
  variant_id: number;
  name: string;
  option: string | null;
  quantity: string;
  cost: string;
  best_before: string;
  price: string;
  mrp: string;
};

export type PurchaseDraft = { supplier: string; invoice_number: string; invoice_date: string; lines: DraftLine[] };

export const EMPTY_DRAFT: PurchaseDraft = { supplier: '', invoice_number: '', invoice_date: '', lines: [] };

type Chosen = Pick<DraftLine, 'variant_id' | 'name' | 'option'> & { quantity?: number; cost?: number | null };

export const newLine = ({ variant_id, name, option, quantity = 1, cost }: Chosen): DraftLine => ({
  key: crypto.randomUUID(),
  variant_id,
  name,
  option,
  quantity: String(quantity),
  cost: textOf(cost ?? null),
  best_before: '',
  price: '',
  mrp: '',
});

/** A scan of a variant that is on a line without a date adds one to it; another variant gets a line above the others. */
export function withOneMore(lines: readonly DraftLine[], chosen: Chosen): DraftLine[] {
  const same = lines.find(({ variant_id, best_before }) => variant_id === chosen.variant_id && best_before === '');
  if (!same || !isStockText(same.quantity)) return [newLine(chosen), ...lines];
  return lines.map((line) => (line === same ? { ...line, quantity: String(Number(line.quantity) + 1) } : line));
}

const DAYS = 14;
/** Of `sold`. */
const SOLD_DAYS = 30;

type Low = Pick<LowVariant, 'stock' | 'level' | 'sold'>;

/** As many as lift the stock to its low level and last two weeks above it, as fast as it was sold in the last 30 days. */
export const quantityToBuy = ({ stock, level, sold }: Low): number =>
  Math.max(1, level + Math.ceil((Math.max(0, sold) * DAYS) / SOLD_DAYS) - stock);

const textOf = (rupees: number | null): string => (rupees === null ? '' : String(rupees));

export function toDraft(purchase: PurchaseView): PurchaseDraft {
  return {
    supplier: purchase.supplier ?? '',
    invoice_number: purchase.invoice_number ?? '',
    invoice_date: purchase.invoice_date ?? '',
    lines: purchase.lines.map((line) => ({
      ...newLine(line),
      best_before: line.best_before ?? '',
      price: textOf(line.price),
      mrp: textOf(line.mrp),
    })),
  };
}

export type LineProblem = 'quantity' | 'cost' | 'price' | 'mrp';

/** The first field of a line that cannot be sent. */
export function problemOfLine({ quantity, cost, price, mrp }: DraftLine): LineProblem | undefined {
  if (!isStockText(quantity) || Number(quantity) < 1) return 'quantity';
  if (!isRupeesText(cost)) return 'cost';
  if (price !== '' && (!isRupeesText(price) || Number(price) === 0)) return 'price';
  if (mrp !== '' && (!isRupeesText(mrp) || Number(mrp) === 0)) return 'mrp';
  return undefined;
}

export const totalOf = (lines: readonly DraftLine[]): number =>
  lines.reduce((sum, line) => sum + (problemOfLine(line) ? 0 : Number(line.quantity) * Number(line.cost)), 0);

/** The request body; every line is valid. */
export const toBody = ({ supplier, invoice_number, invoice_date, lines }: PurchaseDraft): PurchaseBody => ({
  supplier: supplier.trim() || null,
  invoice_number: invoice_number.trim() || null,
  invoice_date: invoice_date || null,
  lines: lines.map((line) => ({
    variant_id: line.variant_id,
    quantity: Number(line.quantity),
    cost: Number(line.cost),
    best_before: line.best_before || null,
    price: line.price === '' ? null : Number(line.price),
    mrp: line.mrp === '' ? null : Number(line.mrp),
  })),
});
