import type { ProductStatus } from '@haat/contract/api/products.schema';
import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSettled } from '../../lib/use-settled.ts';
import type { ProductFilter } from './shop-products-query.ts';

/** All chips above the list, in their order. */
export const STATUSES: readonly ProductStatus[] = ['all', 'published', 'hidden', 'low'];

const TYPING_RESTS_MS = 250;

/** What is searched and filtered, kept in the address, so that Back and a reload keep it; `settled` once typing rests. */
export function useProductFilter() {
  const [params, setParams] = useSearchParams();
  const search = params.get('q') ?? '';
  const status = STATUSES.find((each) => each === params.get('status')) ?? 'all';
  const choose = useCallback(
    (next: ProductFilter) => {
      const query = { ...(next.search && { q: next.search }), ...(next.status !== 'all' && { status: next.status }) };
      setParams(query, { replace: true });
    },
    [setParams],
  );
  // Who empties the field waits for nothing.
  const typed = search.trim();
  const settled = useSettled(typed, typed === '' ? 0 : TYPING_RESTS_MS);
  return { search, status, settled: { search: typed === '' ? '' : settled, status }, choose };
}
