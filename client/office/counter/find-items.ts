import type { CounterItem } from '@haat/contract/orders/counter-sales.calls';
import { MAX_QUANTITY } from '@haat/contract/orders/cart';
import { foldText, searchWords } from '@haat/contract/fold-text';

/** The search text: `3*` before a name or a code is a quantity. */
export type TypedItem = { quantity: number; search: string };

const QUANTITY = /^\s*(\d{1,3})\s*[*x×]\s*(.*)$/iu;

export function readTyped(text: string): TypedItem {
  const [, digits, search] = QUANTITY.exec(text) ?? [];
  if (digits === undefined || search === undefined) return { quantity: 1, search: text.trim() };
  return { quantity: Math.min(Math.max(1, Number(digits)), MAX_QUANTITY), search: search.trim() };
}

/** The items of a category whose names have all words of the search, or whose barcode begins with it, in their order. */
export function findItems(items: readonly CounterItem[], search: string, category?: string): CounterItem[] {
  const words = searchWords(search);
  return items.filter(
    (item) =>
      (category === undefined || item.category === category) &&
      (words.length === 0 || item.barcode?.startsWith(search) || words.every((word) => textOf(item).includes(word))),
  );
}

/** The item of exactly that barcode. A code of 12 digits is the same as the one with a 0 before it. */
export function findByCode(items: readonly CounterItem[], code: string): CounterItem | undefined {
  const plain = code.replace(/^0+/, '');
  return items.find(({ barcode }) => barcode !== null && barcode.replace(/^0+/, '') === plain);
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
