import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type ProductFilter } from './product-pages.ts';
import { findProductIds } from './shop-products-query.ts';

export type Selection = ReturnType<typeof useSelection>;

/** The products that are selected; Shift selects the range from the last one that was. */
export function useSelection(shopId: number, products: readonly ShopProduct[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const anchor = useRef<number>(undefined);
  const listed = useRef<readonly number[]>([]);
  useEffect(() => {
    listed.current = products?.map(({ id }) => id) ?? [];
  }, [products]);

  const select = useCallback((id: number, { isOn, isRange }: { isOn: boolean; isRange: boolean }) => {
    const from = isRange && anchor.current !== undefined ? listed.current.indexOf(anchor.current) : -1;
    const to = listed.current.indexOf(id);
    const range = from < 0 ? [id] : listed.current.slice(Math.min(from, to), Math.max(from, to) + 1);
    anchor.current = id;
    setIds((before) => {
      const next = new Set(before);
      for (const each of range) {
        if (isOn) next.add(each);
        else next.delete(each);
      }
      return next;
    });
  }, []);
  const selectLoaded = (isOn: boolean): void => setIds(new Set(isOn ? listed.current : []));
  /** Selects all matches of the filter, including unloaded ones. */
  const selectMatching = async (filter: ProductFilter): Promise<void> =>
    setIds(new Set(await findProductIds(shopId, filter)));
  const clear = useCallback(() => setIds(new Set()), []);
  return { ids, select, selectLoaded, selectMatching, clear };
}
