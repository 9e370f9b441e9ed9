import type { PurchaseBody, PurchaseView } from '@haat/contract/stock/purchases.calls';
import type { LowVariant } from '@haat/contract/stock/stock-lists.calls';
import { isRupeesText } from '@haat/contract/catalog/product-input';
import { formatStock, keptOf, readAmount, type StockUnit } from '@haat/contract/catalog/stock-unit';

/** A line as it is typed. */
export type DraftLine = {
  key: string;
  variant_id: number;
  name: string;
  option: string | null;
  stock_unit: StockUnit;
  content: number;
  quantity: string;
  cost: string;
  best_before: string;
  price: string;
  mrp: string;
};

export type PurchaseDraft = { supplier: string; invoice_number: string; invoice_date: string; lines: DraftLine[] };

export const EMPTY_DRAFT: PurchaseDraft = { supplier: '', invoice_number: '', invoice_date: '', lines: [] };

/** `quantity`: in the unit of the stock; one item by default. */
type Chosen = Pick<DraftLine, 'variant_id' | 'name' | 'option' | 'stock_unit' | 'content'> & {
  quantity?: number;
  cost?: number | null;
};

export const newLine = ({ cost, ...chosen }: Chosen): DraftLine => ({
  key: crypto.randomUUID(),
  variant_id: chosen.variant_id,
  name: chosen.name,
  option: chosen.option,
  stock_unit: chosen.stock_unit,
  content: chosen.content,
  quantity: formatStock(chosen.quantity ?? chosen.content, chosen.stock_unit),
  cost: textOf(cost ?? null),
  best_before: '',
  price: '',
  mrp: '',
});

/** The quantity of a line in the unit of its stock; undefined while it is none. */
export const amountOf = (line: DraftLine): number | undefined => readAmount(line.quantity, keptOf(line));

/** A scan of a variant that is on a line without a date adds one to it; another variant gets a line above the others. */
export function withOneMore(lines: readonly DraftLine[], chosen: Chosen): DraftLine[] {
  const same = lines.find(({ variant_id, best_before }) => variant_id === chosen.variant_id && best_before === '');
  const amount = same && amountOf(same);
  if (!same || amount === undefined) return [newLine(chosen), ...lines];
  const quantity = formatStock(amount + same.content, same.stock_unit);
  return lines.map((line) => (line === same ? { ...line, quantity } : line));
}

const DAYS = 14;
/** Of `sold`. */
const SOLD_DAYS = 30;

type Low = Pick<LowVariant, 'stock' | 'level' | 'sold' | 'content'>;

/** As many items as lift the stock to its low level and last two weeks above it, as fast as it was sold in the last 30 days. */
export const quantityToBuy = ({ stock, level, sold, content }: Low): number => {
  const missing = level + (Math.max(0, sold) * DAYS) / SOLD_DAYS - stock;
  return Math.max(1, Math.ceil(missing / content)) * content;
};

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

/**
 * A draft that corrects a purchase, in the units in which the stocks are kept now. `uneven`: the products of which it has no whole
 * number of pieces.
 */
export function toCorrection(purchase: PurchaseView): { draft: PurchaseDraft; uneven: string[] } {
  const lines = purchase.lines.map((line) => ({
    ...line,
    ...line.now,
    quantity: (line.quantity * line.now.content) / line.content,
  }));
  const uneven = lines.filter(({ quantity }) => !Number.isInteger(quantity)).map(({ name }) => name);
  return { draft: toDraft({ ...purchase, lines }), uneven };
}

export type LineProblem = 'quantity' | 'cost' | 'price' | 'mrp';

/** The first field of a line that cannot be sent. */
export function problemOfLine(line: DraftLine): LineProblem | undefined {
  const { cost, price, mrp } = line;
  if ((amountOf(line) ?? 0) < 1) return 'quantity';
  if (!isRupeesText(cost)) return 'cost';
  if (price !== '' && (!isRupeesText(price) || Number(price) === 0)) return 'price';
  if (mrp !== '' && (!isRupeesText(mrp) || Number(mrp) === 0)) return 'mrp';
  return undefined;
}

export const totalOf = (lines: readonly DraftLine[]): number =>
  lines.reduce(
    (sum, line) => sum + (problemOfLine(line) ? 0 : ((amountOf(line) ?? 0) / line.content) * Number(line.cost)),
    0,
  );

/** The request body; every line is valid. */
export const toBody = ({ supplier, invoice_number, invoice_date, lines }: PurchaseDraft): PurchaseBody => ({
  supplier: supplier.trim() || null,
  invoice_number: invoice_number.trim() || null,
  invoice_date: invoice_date || null,
  lines: lines.map((line) => ({
    variant_id: line.variant_id,
    quantity: amountOf(line) ?? 0,
    stock_unit: line.stock_unit,
    cost: Number(line.cost),
    best_before: line.best_before || null,
    price: line.price === '' ? null : Number(line.price),
    mrp: line.mrp === '' ? null : Number(line.mrp),
  })),
});
