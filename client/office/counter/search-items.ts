import { articleOf, articleStart } from '@haat/contract/catalog/barcode';
import { packSizeOf } from '@haat/contract/catalog/pack-size';
import { readSearch, type Search } from '@haat/contract/catalog/search-words';
import { foldText } from '@haat/contract/fold-text';
import type { CounterItem } from '@haat/contract/orders/counter-sales.calls';

/**
 * The items whose names have all words of the search, or else most of them, or whose barcode begins with it: packs of the wanted
 * size first, then in their order.
 */
export function findItems(items: readonly CounterItem[], search: string): CounterItem[] {
  const { words, sizes } = readSearch(search);
  const isCoded = codedBy(search);
  const counts = items.map((item) => (isCoded(item) ? Infinity : countWords(item, words)));
  const most = Math.max(0, ...counts.filter(Number.isFinite));
  const found = items.filter((_, at) => counts[at] === Infinity || (most > 0 && counts[at] === most));
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

/** How many words of the search an item has; none if it has no word that counts fully. */
function countWords(item: CounterItem, words: Search['words']): number {
  const text = textOf(item);
  const has = words.filter((word) => hasWord(text, word));
  return has.some(({ counts }) => counts === 'fully') ? has.length : 0;
}

const hasWord = (text: string, { word, forms, exact }: Search['words'][number]): boolean =>
  text.includes(word) || [...forms, ...exact].some((form) => ` ${text}`.includes(` ${form}`));

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
