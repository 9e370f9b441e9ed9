import { createHash } from 'node:crypto';
import type { PriceRow } from '@haat/contract/api/bulk-changes';
import { changedPrice, type PriceChange } from '@haat/contract/rules/price-change';
import { toRupees } from '@haat/contract/rules/rupees';
import { unusualPrice } from '@haat/contract/rules/unusual-price';
import type { BulkVariant } from './lock-products.ts';

/** The new price of a variant in paise, and why it is refused. */
export type PlannedPrice = { variant: BulkVariant; paise: number; refused: PriceRow['refused'] };

const MOST_PAISE = 100_000_000_00;

/** The variants whose price the change changes; those above their MRP, or the highest price of all, are refused. */
export function planPrices(variants: readonly BulkVariant[], change: PriceChange): PlannedPrice[] {
  return variants.flatMap((variant) => {
    const paise = changedPrice(variant.pricePaise, change);
    if (paise === variant.pricePaise) return [];
    const isAbove = variant.mrpPaise !== null && paise > variant.mrpPaise;
    return [{ variant, paise, refused: isAbove ? 'above_mrp' : paise > MOST_PAISE ? 'too_high' : null }];
  });
}

/** What a preview shows of a planned price, in rupees. */
export function toPriceRow({ variant, paise, refused }: PlannedPrice): PriceRow {
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

/** Differs when a price, an MRP or the variants themselves do. */
export function versionOfPrices(variants: readonly BulkVariant[]): string {
  const rows = variants.map(({ id, pricePaise, mrpPaise }) => [id, pricePaise, mrpPaise]);
  return createHash('sha256').update(JSON.stringify(rows)).digest('base64url');
}
