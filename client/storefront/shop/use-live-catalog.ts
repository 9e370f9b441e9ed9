import type { ShopView } from '@haat/contract/shops/shops.calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchCatalog } from '../../lib/catalog-updates.ts';
import { whenIdle } from '../../lib/async.ts';
import { reload } from '../../lib/reload.ts';

/** Reloads the catalog, its products, hours and pause of the shop on screen when the server signals a change. */
export function useLiveCatalog(shop: Pick<ShopView, 'id' | 'slug'> | undefined): void {
  const queries = useQueryClient();
  const { id, slug } = shop ?? {};

  useEffect(() => {
    if (id === undefined || slug === undefined) return undefined;
    let stop = () => {};
    const cancel = whenIdle(() => {
      stop = watchCatalog(id, () => void reload(queries, ['/api/products', '/api/shops/:slug'], { slug }));
    });
    return () => {
      cancel();
      stop();
    };
  }, [queries, id, slug]);
}
