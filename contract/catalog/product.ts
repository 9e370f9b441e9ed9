import { byPlace } from './category-order.ts';

const UNCATEGORIZED = 'Uncategorized';

type Categorized = { category_name?: string | null; category_position?: number | null | undefined };

/**
 * Products by category: first the categories that the shop has placed, then the others alphabetically. Products keep their order.
 */
export function productSections<P extends Categorized>(
  products: readonly P[],
): { name: string; position: number | null; products: P[] }[] {
  const sections = new Map<string, P[]>();
  for (const product of products) {
    const name = product.category_name?.trim() || UNCATEGORIZED;
    const members = sections.get(name);
    if (members) members.push(product);
    else sections.set(name, [product]);
  }
  return [...sections]
    .map(([name, members]) => ({ name, position: members[0]?.category_position ?? null, products: members }))
    .toSorted(byPlace('en'));
}

type Option = { id: number; name: string };

/** One sellable form of a product. `price` is in rupees, `stock` in pieces. */
type ProductVariant = {
  id: number;
  price: number;
  mrp?: number | null;
  stock: number;
  size?: Option | null;
  color?: Option | null;
  unit?: Option | null;
};

export type VariantAspect = 'size' | 'color' | 'unit';

const ASPECTS: readonly VariantAspect[] = ['size', 'color', 'unit'];

/**
 * The variant after the customer chose `optionId` for one aspect: of the variants with that option, the one that keeps most of
 * the current choice, or the first of several. The current variant if none matches.
 */
export function chooseVariant<V extends ProductVariant>(
  variants: readonly V[],
  current: V,
  { aspect, optionId }: { aspect: VariantAspect; optionId: number },
): V {
  const matching = variants.filter((variant) => variant[aspect]?.id === optionId);
  const kept = (variant: V) =>
    ASPECTS.filter((each) => each !== aspect && variant[each]?.id === current[each]?.id).length;
  return matching.reduce((best, variant) => (kept(variant) > kept(best) ? variant : best), matching[0] ?? current);
}

/** The different options of one aspect, in the order of the variants; empty when there is no choice. */
export function variantOptions(variants: readonly ProductVariant[], aspect: VariantAspect): Option[] {
  const options = new Map<number, Option>();
  for (const variant of variants) {
    const option = variant[aspect];
    if (option) options.set(option.id, option);
  }
  return [...options.values()];
}

/** The API may send a JSON string of a list, a single string, or a list. */
export type ProductImage = string | readonly string[] | null | undefined;

/**
 * The address of a product's first picture; undefined when there is none. A relative value is prefixed with the server
 * base and, unless it starts with a slash or http, with `/uploads/`.
 */
export function productImageUrl(image: ProductImage, serverBase = ''): string | undefined {
  const first = firstImage(image);
  if (!first) return undefined;
  if (/^https?:/.test(first)) return first;
  return serverBase + (first.startsWith('/') ? first : `/uploads/${first}`);
}

function firstImage(image: ProductImage): string | undefined {
  if (typeof image !== 'string') return image?.[0];
  if (!image.startsWith('[')) return image;
  try {
    const list: unknown = JSON.parse(image);
    return Array.isArray(list) && typeof list[0] === 'string' ? list[0] : undefined;
  } catch {
    return undefined;
  }
}
