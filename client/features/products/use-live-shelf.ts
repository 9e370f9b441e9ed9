import type { ShopView } from '@haat/contract/api/shops.schema';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { watchShelf } from '../../lib/watch-shelf.ts';
import { whenIdle } from '../../lib/when-idle.ts';

/** While a screen of the shop is open, its shelf, its hours and its pause are read again when the server says so. */
export function useLiveShelf(shop: Pick<ShopView, 'id' | 'slug'> | undefined): void {
  const queries = useQueryClient();
  const { id, slug } = shop ?? {};

  useEffect(() => {
    if (id === undefined || slug === undefined) return undefined;
    let stop = () => {};
    const cancel = whenIdle(() => {
      stop = watchShelf(id, () => {
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
