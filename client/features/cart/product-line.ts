import type { ProductView, VariantView } from '@haat/contract/api/products.schema';
import type { CartLine } from '@haat/contract/rules/cart';
import { cartLineId } from '@haat/contract/rules/cart-line-id';

/** The id under which this form of the product lies in a cart. */
export function lineIdOf(product: Pick<ProductView, 'id'>, { size, color, unit }: VariantView): string {
  return cartLineId({
    productId: product.id,
    sizeId: size?.id ?? 0,
    colorId: color?.id ?? 0,
    unitId: unit?.id ?? 0,
  });
}

/** One piece of this form of the product, as a cart stores it. Spec section 3, cart line. */
export function lineOf(product: ProductView, variant: VariantView): CartLine {
  const { size, color, unit } = variant;
  return {
    id: lineIdOf(product, variant),
    name: product.name,
    price: variant.price,
    quantity: 1,
    image: product.image ?? '',
    shopId: product.shopId,
    ...(size ? { size: size.name } : {}),
    ...(color ? { color: color.name } : {}),
    ...(unit ? { unit: unit.name, unit_id: unit.id, unit_type: unit.name } : {}),
    ...(product.description ? { description: product.description } : {}),
  };
}

/** What distinguishes a line from others of the same name: `M · Blue`, `500 g`. */
export function lineForm({ size, color, unit }: Pick<CartLine, 'size' | 'color' | 'unit'>): string {
  return [size, color, unit].filter(Boolean).join(' · ');
}
