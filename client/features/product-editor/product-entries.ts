import type { CategoryView } from '@haat/contract/api/categories.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';

/** What is typed of one form in which a product is sold; `id` when the shelf has it. */
export type ChoiceEntry = {
  key: string;
  id?: number | undefined;
  size: string;
  color: string;
  unit: string;
  price: string;
  mrp: string;
  stock: string;
  barcode: string;
};

/** What is typed into the form of a product. Its own price, stock and barcode are those of the first choice. */
export type ProductEntries = {
  name: string;
  description: string;
  categoryId: number | undefined;
  subcategoryId: number | undefined;
  /** Of the Add form only: what the unit costs and how many there are, where that differs. Spec section 3. */
  unitPrice: string;
  unitStock: string;
  /** Never empty. */
  choices: readonly [ChoiceEntry, ...ChoiceEntry[]];
  picture: File | undefined;
  isPictureRemoved: boolean;
};

/** A choice of which nothing is known yet. */
export function emptyChoice(key: string): ChoiceEntry {
  return { key, size: '', color: '', unit: '', price: '', mrp: '', stock: '', barcode: '' };
}

/** The form of a product that is not there yet; its barcode may be known already. */
export function emptyEntries(barcode = ''): ProductEntries {
  return {
    name: '',
    description: '',
    categoryId: undefined,
    subcategoryId: undefined,
    unitPrice: '',
    unitStock: '',
    choices: [{ ...emptyChoice('first'), barcode }],
    picture: undefined,
    isPictureRemoved: false,
  };
}

/** A product as its form shows it. */
export function entriesOf(product: ShopProduct, categories: readonly CategoryView[]): ProductEntries {
  const [first, ...more] = product.variants.map(choiceOf);
  return {
    ...emptyEntries(),
    name: product.name,
    description: product.description ?? '',
    ...placeOf(product.category_id, categories),
    choices: [first ?? emptyChoice('first'), ...more],
  };
}

function choiceOf({ id, size, color, unit, price, mrp, stock, barcode }: ShopProduct['variants'][number]): ChoiceEntry {
  return {
    key: String(id),
    id,
    size: size?.name ?? '',
    color: color?.name ?? '',
    unit: unit?.name ?? '',
    price: String(price),
    mrp: mrp === null ? '' : String(mrp),
    stock: String(stock),
    barcode: barcode ?? '',
  };
}

/** Where a category or subcategory stands in the tree. */
function placeOf(id: number | null, categories: readonly CategoryView[]) {
  const parent = categories.find((each) => each.id === id || each.children.some((child) => child.id === id));
  return { categoryId: parent?.id, subcategoryId: parent && parent.id !== id ? (id ?? undefined) : undefined };
}

/** What tells a choice from the others: `M · Red · 500 g`; empty when nothing does. */
export function nameOfChoice({ size, color, unit }: ChoiceEntry, nameOf: (name: string) => string): string {
  return [size, color, unit]
    .filter((each) => each.trim() !== '')
    .map(nameOf)
    .join(' · ');
}

/** Whether a choice says more of itself than the plain form asks for. */
export const hasDetails = ({ size, color, mrp }: ChoiceEntry): boolean => `${size}${color}${mrp}`.trim() !== '';
