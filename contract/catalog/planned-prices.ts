import type { PriceRow } from './bulk-changes.calls.ts';
import { changedPrice, type PriceChange } from './price-change.ts';
import { toRupees } from '../rupees.ts';
import { unusualPrice } from './unusual-price.ts';

/** A variant whose price may be changed. `name`: of its product, with its options: `Milk (500 ml)`. */
export type PricedVariant = {
  id: number;
  productId: number;
  name: string;
  pricePaise: number;
  mrpPaise: number | null;
};

/** The new price of a variant in paise, and why it is refused. */
type PlannedPrice<Variant> = { variant: Variant; paise: number; refused: PriceRow['refused'] };

const MOST_PAISE = 100_000_000_00;

/** The variants whose price changes; a new price above the MRP or the maximum price is refused. */
export function planPrices<Variant extends PricedVariant>(
  variants: readonly Variant[],
  change: PriceChange,
): PlannedPrice<Variant>[] {
  return variants.flatMap((variant) => {
    const paise = changedPrice(variant.pricePaise, change);
    if (paise === variant.pricePaise) return [];
    const isAbove = variant.mrpPaise !== null && paise > variant.mrpPaise;
    return [{ variant, paise, refused: isAbove ? 'above_mrp' : paise > MOST_PAISE ? 'too_high' : null }];
  });
}

/** A planned price as a preview shows it, in rupees. */
export function toPriceRow({ variant, paise, refused }: PlannedPrice<PricedVariant>): PriceRow {
  const { id, productId, name, pricePaise, mrpPaise } = variant;
  return {
    product_id: productId,
    variant_id: id,
    name,
    price: toRupees(pricePaise),
    new_price: toRupees(paise),
    mrp: mrpPaise === null ? null : toRupees(mrpPaise),
    refused,
    question: unusualPrice(pricePaise, paise) ?? null,
  };
}

/**
 * The text whose SHA-256 is the version of the prices: it changes when a price, an MRP or the variants change. Expects the
 * variants in the order of their ids.
 */
export const pricesToHash = (variants: readonly Pick<PricedVariant, 'id' | 'pricePaise' | 'mrpPaise'>[]): string =>
  JSON.stringify(variants.map(({ id, pricePaise, mrpPaise }) => [id, pricePaise, mrpPaise]));

/** The same for stock. */
export const stocksToHash = (variants: readonly { id: number; stock: number }[]): string =>
  JSON.stringify(variants.map(({ id, stock }) => [id, stock]));
