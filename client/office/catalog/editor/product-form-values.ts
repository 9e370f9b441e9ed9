import type { CategoryView, ProductDetails, ShopProduct } from '@haat/contract/catalog/products.calls';
import {
  formatStock,
  readAmount,
  readStock,
  type StockAmount,
  type StockKept,
  type StockUnit,
} from '@haat/contract/catalog/stock-unit';

/** One variant as typed; `id` when it is stored. */
export type VariantValues = {
  key: string;
  id?: number | undefined;
  size: string;
  color: string;
  unit: string;
  price: string;
  mrp: string;
  stock: string;
  barcode: string;
  /** How the stock of a stored one is kept; without them in pieces. */
  stockUnit?: StockUnit | undefined;
  content?: number | undefined;
};

/** How the stock of a variant is kept; undefined for a new one, whose stock says it. */
export const keptOfVariant = ({ id, stockUnit = 'piece', content = 1 }: VariantValues): StockKept | undefined =>
  id === undefined ? undefined : { stockUnit, content };

/** The typed stock of a variant, of a new one with its unit; undefined while it is none. */
export function typedStock(variant: VariantValues, text = variant.stock): StockAmount | undefined {
  const kept = keptOfVariant(variant);
  if (!kept) return readStock(text);
  const amount = readAmount(text, kept);
  return amount === undefined ? undefined : { amount, unit: kept.stockUnit };
}

/** What the page of a product shows, as typed; by the fields of the request. */
export type DetailValues = Record<keyof ProductDetails, string>;

/** The product form as typed. The first variant holds the product's own price, stock and barcode. */
export type ProductFormValues = DetailValues & {
  name: string;
  description: string;
  categoryId: number | undefined;
  subcategoryId: number | undefined;
  /** Of a new product only: price and stock of the unit, where they differ. */
  unitPrice: string;
  unitStock: string;
  /** Never empty. */
  variants: readonly [VariantValues, ...VariantValues[]];
  /** The main one first: stored ones by their path, new ones as files. */
  pictures: readonly (string | File)[];
};

const NO_DETAILS: DetailValues = {
  hindi_name: '',
  net_quantity: '',
  maker_role: '',
  maker_name: '',
  maker_address: '',
  country_of_origin: '',
  fssai_licence: '',
  best_before: '',
};

/** The fields of the details, in the order of the form. */
export const DETAIL_FIELDS = Object.keys(NO_DETAILS) as (keyof DetailValues)[];

export function emptyVariant(key: string): VariantValues {
  return { key, size: '', color: '', unit: '', price: '', mrp: '', stock: '', barcode: '' };
}

/** What a search without a result knows of the product that was searched for. */
export type BegunProduct = { name?: string; barcode?: string };

/** The form of a new product. */
export function emptyFormValues({ name = '', barcode = '' }: BegunProduct = {}): ProductFormValues {
  return {
    name,
    description: '',
    categoryId: undefined,
    subcategoryId: undefined,
    unitPrice: '',
    unitStock: '',
    variants: [{ ...emptyVariant('first'), barcode }],
    ...NO_DETAILS,
    pictures: [],
  };
}

export function toFormValues(product: ShopProduct, categories: readonly CategoryView[]): ProductFormValues {
  const [first, ...more] = product.variants.map(toVariantValues);
  return {
    ...emptyFormValues(),
    name: product.name,
    description: product.description ?? '',
    ...placeOf(product.category_id, categories),
    ...detailValuesOf(product.details),
    pictures: product.pictures,
    variants: [first ?? emptyVariant('first'), ...more],
  };
}

/** The form of a new product that is like another one: without its barcodes and pictures, which are of that one only. */
export function copiedFormValues(product: ShopProduct, categories: readonly CategoryView[]): ProductFormValues {
  const { variants, ...values } = toFormValues(product, categories);
  const [first, ...more] = variants.map((variant) => ({ ...variant, id: undefined, barcode: '' }));
  return { ...values, pictures: [], variants: [first ?? emptyVariant('first'), ...more] };
}

function detailValuesOf(details: ProductDetails): DetailValues {
  const typed = DETAIL_FIELDS.map((field) => [field, details[field] ?? '']);
  return Object.fromEntries(typed) as DetailValues;
}

/** Whether two lists have the same pictures in the same order. */
export const isSamePictures = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at]);

function toVariantValues({
  id,
  size,
  color,
  unit,
  price,
  mrp,
  stock_amount: stock,
  stock_unit: stockUnit,
  content,
  barcode,
}: ShopProduct['variants'][number]): VariantValues {
  return {
    key: String(id),
    id,
    size: size?.name ?? '',
    color: color?.name ?? '',
    unit: unit?.name ?? '',
    price: String(price),
    mrp: mrp === null ? '' : String(mrp),
    stock: formatStock(stock, stockUnit),
    barcode: barcode ?? '',
    ...(stockUnit !== 'piece' && { stockUnit, content }),
  };
}

/** The category and subcategory of a product, whose id may be of either. */
function placeOf(id: number | null, categories: readonly CategoryView[]) {
  const parent = categories.find((each) => each.id === id || each.children.some((child) => child.id === id));
  return { categoryId: parent?.id, subcategoryId: parent && parent.id !== id ? (id ?? undefined) : undefined };
}

/** `M · Red · 500 g`; empty for a variant without size, colour and unit. */
export function variantName({ size, color, unit }: VariantValues, nameOf: (name: string) => string): string {
  return [size, color, unit]
    .filter((each) => each.trim() !== '')
    .map(nameOf)
    .join(' · ');
}

/** Whether a variant has values outside the basic fields. */
export const hasDetails = ({ size, color, mrp }: VariantValues): boolean => `${size}${color}${mrp}`.trim() !== '';

type Variants = ProductFormValues['variants'];

/** The variants with one of them changed. */
export function changeVariant(variants: Variants, at: number, changes: Partial<VariantValues>): Variants {
  return atLeastOne(
    variants.map((each, index) => (index === at ? { ...each, ...changes } : each)),
    variants,
  );
}

/** The variants with one more, by default at the end. */
export function addVariant(variants: Variants, variant: VariantValues, at = variants.length): Variants {
  return atLeastOne(variants.toSpliced(at, 0, variant), variants);
}

/** The variants without one of them; the last one stays. */
export function removeVariant(variants: Variants, key: string): Variants {
  return atLeastOne(
    variants.filter((each) => each.key !== key),
    variants,
  );
}

/** The variants with one of them moved up by one. */
export function moveUp(variants: Variants, at: number): Variants {
  const moved = variants[at];
  if (!moved || at === 0) return variants;
  return atLeastOne(variants.toSpliced(at, 1).toSpliced(at - 1, 0, moved), variants);
}

function atLeastOne([first, ...more]: readonly VariantValues[], before: Variants): Variants {
  return first ? [first, ...more] : before;
}
