import type { ShopProduct } from '@haat/contract/api/products.schema';

type ShopVariant = ShopProduct['variants'][number];

/** What the activity log tells of a product's state. */
export function productFacts(product: ShopProduct): Record<string, unknown> {
  const { name, description, category, subcategory, image, published, variants } = product;
  return { name, description, category, subcategory, image, published, variants: variants.map(variantFacts) };
}

const variantFacts = (variant: ShopVariant) => ({
  form: formOfVariant(variant),
  price: variant.price,
  mrp: variant.mrp,
  stock: variant.stock,
  barcode: variant.barcode,
});

/** What tells a variant from the others of its product, `M, Red, 500 g`; null when there is nothing. */
export function formOfVariant({ size, color, unit }: Pick<ShopVariant, 'size' | 'color' | 'unit'>): string | null {
  const names = [size, color, unit].flatMap((option) => option?.name ?? []);
  return names.length > 0 ? names.join(', ') : null;
}
