import type { ShopView } from '@haat/contract/shops/shops.calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { watchCatalog } from '../../lib/catalog-updates.ts';
import { whenIdle } from '../../lib/async.ts';

/** Reloads the catalog, its products, hours and pause of the shop on screen when the server signals a change. */
export function useLiveCatalog(shop: Pick<ShopView, 'id' | 'slug'> | undefined): void {
  const queries = useQueryClient();
  const { id, slug } = shop ?? {};

  useEffect(() => {
    if (id === undefined || slug === undefined) return undefined;
    let stop = () => {};
    const cancel = whenIdle(() => {
      stop = watchCatalog(id, () => {
        void queries.invalidateQueries({ queryKey: QUERY_KEYS.products(id) });
        void queries.invalidateQueries({ queryKey: QUERY_KEYS.shop(slug) });
      });
    });
    return () => {
      cancel();
      stop();
    };
  }, [queries, id, slug]);
}
