import type { ShopView } from '@haat/contract/shops/shops.calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchCatalog } from '../../lib/catalog-updates.ts';
import { reload } from '../../lib/reload.ts';

/** Customers who only pass by need no connection, and a change meanwhile arrives with it. */
const WATCH_AFTER_MS = 2000;

/** Reloads the catalog, its products, hours and pause of the shop on screen when the server signals a change. */
export function useLiveCatalog(shop: Pick<ShopView, 'id' | 'slug'> | undefined): void {
  const queries = useQueryClient();
  const { id, slug } = shop ?? {};

  useEffect(() => {
    if (id === undefined || slug === undefined) return undefined;
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = watchCatalog(id, () => void reload(queries, ['/api/products', '/api/shops/:slug'], { slug }));
    }, WATCH_AFTER_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [queries, id, slug]);
}
