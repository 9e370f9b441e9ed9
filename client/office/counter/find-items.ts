import { isSameBarcode } from '@haat/contract/catalog/barcode';
import { readScaleLabel, type Weighed } from '@haat/contract/catalog/scale-label';
import type { CounterItem } from '@haat/contract/orders/counter-sales.calls';
import { isLoose } from '@haat/contract/orders/adjustment';
import { toPaise } from '@haat/contract/rupees';
import type { ScannedProduct } from '../catalog/scan-product.ts';

/** Loose goods before sealed packs and pieces, otherwise in their order. */
export const looseFirst = (items: readonly CounterItem[]): CounterItem[] =>
  items.toSorted((one, other) => Number(isLoose(other)) - Number(isLoose(one)));

/** This device's item with that barcode, found as the server does: an item with exactly this barcode is preferred. */
export function findByCode(items: readonly CounterItem[], code: string): CounterItem | undefined {
  const same = items.filter(({ barcode }) => barcode !== null && isSameBarcode(barcode, code));
  return same.find(({ barcode }) => barcode === code) ?? same[0];
}

/** An item as it was scanned; `weighed`: from a label of the scale. */
export type ScannedItem = { item: CounterItem; weighed?: Weighed | undefined };

/** The same for a scanned code, which may also be on a label of the shop's scale. */
export function findScanned(
  items: readonly CounterItem[],
  code: string,
  scaleLabel: string | null | undefined,
): ScannedItem | undefined {
  const exact = findByCode(items, code);
  if (exact) return { item: exact };
  const { codes = [], weighed } = readScaleLabel(code, scaleLabel) ?? {};
  const [item] = codes.flatMap((each) => findByCode(items, each) ?? []);
  return item && { item, weighed };
}

/** What the label of a scale says of a scanned parcel. */
export const weighedOf = ({ label }: ScannedProduct): Weighed | undefined =>
  label && {
    ...(label.grams !== undefined && { grams: label.grams }),
    ...(label.price !== undefined && { pricePaise: toPaise(label.price) }),
  };

/** The scanned product as an item of the counter; undefined without its price. */
export function itemOf({ variant, product }: ScannedProduct): CounterItem | undefined {
  const scanned = product?.variants.find(({ id }) => id === variant.variant_id);
  if (!product || !scanned) return undefined;
  const { price, mrp, stock_amount: stock, stock_unit, content, barcode, size, color, unit } = scanned;
  const { name, image, category, details } = product;
  return {
    variant_id: scanned.id,
    name,
    hindi_name: details.hindi_name,
    size: size?.name ?? null,
    color: color?.name ?? null,
    unit: unit?.name ?? null,
    price,
    mrp,
    stock,
    stock_unit,
    content,
    barcode,
    image,
    category,
  };
}

/** The items of a category, or all. */
export const inCategory = (items: readonly CounterItem[], category: string | undefined): CounterItem[] =>
  items.filter((item) => category === undefined || item.category === category);

/** The categories of the items, those with the most first. */
export function categoriesOf(items: readonly CounterItem[]): string[] {
  const counts = new Map<string, number>();
  for (const { category } of items) if (category !== null) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([category]) => category);
}
