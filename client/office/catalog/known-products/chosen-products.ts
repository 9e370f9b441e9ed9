import type { AddedProducts, ChosenProduct, SuggestedProductView } from '@haat/contract/catalog/catalog.calls';
import { isRupeesText, isStockText } from '@haat/contract/catalog/product-input';
import type { TextId } from '../../../i18n/use-text.ts';

/** Why a row cannot be added: as the form says before it is sent, or as the server has said. */
export type RowProblem = AddedProducts['refused'][number]['reason'] | 'price_missing' | 'stock_wrong';

/** A known product to add, with its entries. */
export type ChosenRow = {
  key: string;
  product: SuggestedProductView;
  barcode: string | null;
  price: string;
  stock: string;
  problem: RowProblem | undefined;
};

/** The same for every suggestion of the same pack. */
export const keyOf = ({ id, name, unit }: SuggestedProductView): string =>
  id === null ? JSON.stringify([name, unit]) : String(id);

/** The price is the MRP, where it is known, until another one is typed; the stock is for the shop to count. */
export const toRow = (product: SuggestedProductView, barcode: string | null = null): ChosenRow => ({
  key: keyOf(product),
  product,
  barcode,
  price: product.mrp === null ? '' : String(product.mrp),
  stock: '',
  problem: undefined,
});

/** The problem of a row before it is sent. */
export function problemOf({ price, stock, product: { mrp } }: ChosenRow): RowProblem | undefined {
  if (!isRupeesText(price) || Number(price) <= 0) return 'price_missing';
  if (mrp !== null && Number(price) > mrp) return 'above_mrp';
  return isStockText(stock) ? undefined : 'stock_wrong';
}

export const toRequest = ({ product, barcode, price, stock }: ChosenRow): ChosenProduct => ({
  known_id: product.id,
  name: product.name,
  category_id: product.subcategory_id ?? product.category_id,
  unit: product.unit,
  mrp: product.mrp,
  barcode,
  price: Number(price),
  stock: Number(stock),
});

export const PROBLEM_TEXTS: Record<RowProblem, TextId> = {
  price_missing: 'knownProducts.priceMissing',
  above_mrp: 'knownProducts.aboveMrp',
  stock_wrong: 'productList.no.pieces',
  barcode_taken: 'knownProducts.barcodeTaken',
  already_there: 'knownProducts.alreadyThere',
  category_missing: 'knownProducts.categoryMissing',
  catalog_limit_reached: 'knownProducts.limitReached',
};
