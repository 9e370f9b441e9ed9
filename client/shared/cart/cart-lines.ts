import { listProducts, type ProductView, type VariantView } from '@haat/contract/catalog/products.calls';
import { type CartLine, cartLineId } from '@haat/contract/orders/cart';
import { getShop } from '@haat/contract/shops/shops.calls';
import { useMemo } from 'react';
import { useCall } from '../../lib/call-query.ts';

/** A shop's catalog by the id of the cart line: one item at today's price, its maximum retail price, and its stock. */
type CatalogLines = ReadonlyMap<string, CartLine & { stock: number; mrp: number | null }>;

/** Each variant of each product as a cart line. */
export function catalogLines(products: readonly ProductView[]): CatalogLines {
  return new Map(
    products.flatMap((product) =>
      product.variants.map((variant) => {
        const line = lineOf(product, variant);
        return [line.id, { ...line, stock: variant.stock, mrp: variant.mrp }] as const;
      }),
    ),
  );
}

/** The loaded catalog of a shop by cart line; undefined while it is not loaded. */
export function useCatalogLines(shopSlug: string): CatalogLines | undefined {
  const { data: shop } = useCall(getShop, { params: { slug: shopSlug } });
  const { data: products } = useCall(
    listProducts,
    { query: { shopId: shop?.id ?? 0 } },
    { enabled: shop !== undefined },
  );
  return useMemo(() => products && catalogLines(products), [products]);
}

/** The most of one item that the shop sells in one order; unlimited where it sets none, and while it is not loaded. */
export function useMaximumQuantity(shopSlug: string): number {
  const { data: shop } = useCall(getShop, { params: { slug: shopSlug } });
  return shop?.max_per_order ?? Number.POSITIVE_INFINITY;
}

/** The stock of a line: 0 if it is not in the catalog, unlimited while the catalog is not loaded. */
export function stockIn(catalog: CatalogLines | undefined, lineId: string): number {
  return catalog ? (catalog.get(lineId)?.stock ?? 0) : Number.POSITIVE_INFINITY;
}

/** The id of the cart line of this variant. */
export function lineIdOf(product: Pick<ProductView, 'id'>, { size, color, unit }: VariantView): string {
  return cartLineId({
    productId: product.id,
    sizeId: size?.id ?? 0,
    colorId: color?.id ?? 0,
    unitId: unit?.id ?? 0,
  });
}

type ProductOfLine = Pick<ProductView, 'id' | 'name' | 'image' | 'shopId' | 'description'>;

/** A cart line with one item of this variant. */
export function lineOf(product: ProductOfLine, variant: VariantView): CartLine {
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
