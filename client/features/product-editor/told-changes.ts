import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { TextId } from '../../i18n/text-id.ts';
import { nameOfChoice, type ChoiceEntry, type ProductEntries } from './product-entries.ts';

/** One thing that somebody else changed: of which choice, what it was and what it is. */
export type ToldChange = { label: TextId; of: string; from: string; to: string };

const PRODUCT_LABELS = { name: 'productForm.name', description: 'productForm.description' } as const;
const CHOICE_LABELS = {
  size: 'productForm.size',
  color: 'productForm.color',
  unit: 'productForm.unit',
  price: 'productForm.price',
  mrp: 'productForm.mrp',
  stock: 'productForm.stock',
  barcode: 'productForm.barcode',
} as const;

type Seen = { product: ShopProduct; entries: ProductEntries };

/** What is different at the shop from what the editor began with, in the words of the form. */
export function toldChanges(begun: Seen, theirs: Seen, nameOf: (name: string) => string): ToldChange[] {
  return [
    ...differences(PRODUCT_LABELS, begun.entries, theirs.entries),
    ...(placeOf(begun) === placeOf(theirs)
      ? []
      : [{ label: 'productForm.category' as const, of: '', from: placeOf(begun), to: placeOf(theirs) }]),
    ...(begun.product.image === theirs.product.image
      ? []
      : [{ label: 'productForm.image' as const, of: '', from: '', to: '' }]),
    ...choiceChanges(begun.entries.choices, theirs.entries.choices, nameOf),
  ];
}

const placeOf = ({ product: { category, subcategory } }: Seen): string =>
  [category, subcategory].filter((each) => each !== null).join(' · ');

function choiceChanges(
  before: readonly ChoiceEntry[],
  now: readonly ChoiceEntry[],
  nameOf: (name: string) => string,
): ToldChange[] {
  const named = (choice: ChoiceEntry) => nameOfChoice(choice, nameOf);
  const changed = before.flatMap((old) => {
    const current = now.find(({ id }) => id === old.id);
    if (!current) return [{ label: 'productForm.choiceGone' as const, of: named(old), from: '', to: '' }];
    const of = before.length > 1 ? named(old) : '';
    return differences(CHOICE_LABELS, old, current).map((change) => ({ ...change, of }));
  });
  const added = now.filter(({ id }) => before.every((old) => old.id !== id));
  return [
    ...changed,
    ...added.map((each) => ({ label: 'productForm.choiceNew' as const, of: named(each), from: '', to: '' })),
  ];
}

function differences<Field extends string>(
  labels: Record<Field, TextId>,
  before: Record<NoInfer<Field>, string>,
  now: Record<NoInfer<Field>, string>,
): ToldChange[] {
  return (Object.keys(labels) as Field[])
    .filter((field) => before[field] !== now[field])
    .map((field) => ({ label: labels[field], of: '', from: before[field], to: now[field] }));
}
