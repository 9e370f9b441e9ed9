import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { productsQuery, shopQuery } from '../../lib/queries.ts';
import { shelfLines, type ShelfLines } from './shelf-lines.ts';

/** The shelf of a shop as it was read last, by cart line; undefined while it is not known. */
export function useShelfLines(shopSlug: string): ShelfLines | undefined {
  const { data: shop } = useQuery(shopQuery(shopSlug));
  const { data: products } = useQuery({ ...productsQuery(shop?.id ?? 0), enabled: shop !== undefined });
  return useMemo(() => products && shelfLines(products), [products]);
}

/** How many pieces of a line there are: none of what is not on the shelf, without limit while that is not known. */
export function stockOn(shelf: ShelfLines | undefined, lineId: string): number {
  return shelf ? (shelf.get(lineId)?.stock ?? 0) : Number.POSITIVE_INFINITY;
}
