import { articleOf, articleStart, isSameBarcode } from '@haat/contract/catalog/barcode';
import { readScaleLabel, type Weighed } from '@haat/contract/catalog/scale-label';
import type { CounterItem } from '@haat/contract/orders/counter-sales.calls';
import { MAX_QUANTITY } from '@haat/contract/orders/cart';
import { packSizeOf } from '@haat/contract/catalog/pack-size';
import { readSearch, type Search } from '@haat/contract/catalog/search-words';
import { foldText } from '@haat/contract/fold-text';
import { toPaise } from '@haat/contract/rupees';
import type { ScannedProduct } from '../catalog/scan-product.ts';

/** The search text: `3*` before a name or a code is a quantity. */
export type TypedItem = { quantity: number; search: string };

const QUANTITY = /^\s*(\d{1,3})\s*[*x×]\s*(.*)$/iu;

export function readTyped(text: string): TypedItem {
  const [, digits, search] = QUANTITY.exec(text) ?? [];
  if (digits === undefined || search === undefined) return { quantity: 1, search: text.trim() };
  return { quantity: Math.min(Math.max(1, Number(digits)), MAX_QUANTITY), search: search.trim() };
}

/**
 * The items of a category whose names have all words of the search, or else most of them, or whose barcode begins with it: packs of
 * the wanted size first, then in their order.
 */
export function findItems(items: readonly CounterItem[], search: string, category?: string): CounterItem[] {
  const ofCategory = items.filter((item) => category === undefined || item.category === category);
  const { words, sizes } = readSearch(search);
  if (search.trim() === '') return ofCategory;
  const isCoded = codedBy(search);
  const counts = ofCategory.map((item) => (isCoded(item) ? Infinity : countWords(item, words)));
  const most = Math.max(0, ...counts.filter(Number.isFinite));
  const found = ofCategory.filter((_, at) => counts[at] === Infinity || (most > 0 && counts[at] === most));
  const isWanted = (item: CounterItem) => isOfSize(item, sizes);
  return sizes.length === 0 ? found : found.toSorted((one, other) => Number(isWanted(other)) - Number(isWanted(one)));
}

/** The first of them, for Enter; undefined where it lacks a word or the size of the search: such an item is only offered. */
export function firstItem(items: readonly CounterItem[], search: string): CounterItem | undefined {
  const [first] = findItems(items, search);
  if (!first || codedBy(search)(first)) return first;
  const { words, sizes } = readSearch(search);
  const text = textOf(first);
  const isWhole = words.every((word) => hasWord(text, word)) && (sizes.length === 0 || isOfSize(first, sizes));
  return isWhole ? first : undefined;
}

function codedBy(search: string): (item: CounterItem) => boolean {
  const article = articleStart(search);
  return ({ barcode }) => article !== null && barcode !== null && articleOf(barcode).startsWith(article);
}

const isOfSize = ({ unit }: CounterItem, sizes: Search['sizes']): boolean =>
  unit !== null && sizes.some((size) => isSameSize(size, packSizeOf(unit)));

const isSameSize = (one: Search['sizes'][number], other: ReturnType<typeof packSizeOf>): boolean =>
  one.per === other?.per && Math.abs(one.quantity - other.quantity) < 1e-9;

/** How many words of the search an item has; none if it has none of those that count fully. */
function countWords(item: CounterItem, words: Search['words']): number {
  const text = textOf(item);
  const has = words.filter((word) => hasWord(text, word));
  return has.some(({ counts }) => counts === 'fully') ? has.length : 0;
}

const hasWord = (text: string, { word, forms, exact }: Search['words'][number]): boolean =>
  text.includes(word) || [...forms, ...exact].some((form) => ` ${text}`.includes(` ${form}`));

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
  const { price, mrp, stock, barcode, size, color, unit } = scanned;
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
    barcode,
    image,
    category,
  };
}

const texts = new WeakMap<CounterItem, string>();

// Folded once for each item: the search runs through thousands of them with every letter.
function textOf(item: CounterItem): string {
  const known = texts.get(item);
  if (known !== undefined) return known;
  const { name, hindi_name: hindiName, size, color, unit } = item;
  const text = foldText([name, hindiName, size, color, unit].filter(Boolean).join(' '));
  texts.set(item, text);
  return text;
}

/** The categories of the items, those with the most first. */
export function categoriesOf(items: readonly CounterItem[]): string[] {
  const counts = new Map<string, number>();
  for (const { category } of items) if (category !== null) counts.set(category, (counts.get(category) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([category]) => category);
}
