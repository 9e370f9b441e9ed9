import type { ProductView } from '@haat/contract/api/products.schema';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { productsQuery, shopQuery } from '../../lib/queries.ts';
import { lineIdOf } from './product-line.ts';

/** How many pieces of a cart line the shop has; without limit while the shelf is not known. */
export type StockOf = (lineId: string) => number;

/** The stock of every line of a shop, from the shelf as it was read last. */
export function useStock(shopSlug: string): StockOf {
  const { data: shop } = useQuery(shopQuery(shopSlug));
  const { data: products } = useQuery({ ...productsQuery(shop?.id ?? 0), enabled: shop !== undefined });
  const stock = useMemo(() => stockByLine(products ?? []), [products]);
  return (lineId) => stock.get(lineId) ?? Number.POSITIVE_INFINITY;
}

function stockByLine(products: readonly ProductView[]): Map<string, number> {
  return new Map(
    products.flatMap((product) =>
      product.variants.map((variant) => [lineIdOf(product, variant), variant.stock] as const),
    ),
  );
}
