import type { ProductStatus } from '@haat/contract/catalog/products.calls';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { ProductFilter } from './product-pages.ts';

export const STATUSES: readonly ProductStatus[] = ['all', 'published', 'hidden', 'low', 'no_picture', 'no_barcode'];

/** The sorts that are offered, as the address has them. */
export const SORTS = {
  name: { sort: 'name', order: 'asc' },
  price: { sort: 'price', order: 'asc' },
  '-price': { sort: 'price', order: 'desc' },
  stock: { sort: 'stock', order: 'asc' },
  '-stock': { sort: 'stock', order: 'desc' },
  '-changed': { sort: 'changed', order: 'desc' },
} as const;
export type SortName = keyof typeof SORTS;

export const isSortName = (name: string): name is SortName => Object.hasOwn(SORTS, name);

/** The name of a sort that is offered. */
export const sortNameOf = ({ sort, order }: Pick<ProductFilter, 'sort' | 'order'>): string =>
  order === 'desc' ? `-${sort}` : sort;

const DEBOUNCE_MS = 250;

/** The filter, as part of the address so that Back and a reload keep it; `debounced` while it is being typed. */
export function useProductFilter() {
  const [params, setParams] = useSearchParams();
  const search = params.get('q') ?? '';
  const status = STATUSES.find((each) => each === params.get('status')) ?? 'all';
  const category = Number(params.get('category')) || undefined;
  const sortName = params.get('sort') ?? 'name';
  const { sort, order } = SORTS[isSortName(sortName) ? sortName : 'name'];
  const filter = useMemo(() => ({ search, status, category, sort, order }), [search, status, category, sort, order]);
  const choose = useCallback(
    (next: ProductFilter) => {
      const query = {
        ...(next.search && { q: next.search }),
        ...(next.status !== 'all' && { status: next.status }),
        ...(next.category !== undefined && { category: String(next.category) }),
        ...(sortNameOf(next) !== 'name' && { sort: sortNameOf(next) }),
      };
      setParams(query, { replace: true });
    },
    [setParams],
  );
  // An emptied field applies immediately.
  const typed = search.trim();
  const settled = useDebounced(typed, typed === '' ? 0 : DEBOUNCE_MS);
  const searched = typed === '' ? '' : settled;
  const debounced = useMemo(() => ({ ...filter, search: searched }), [filter, searched]);
  return { filter, debounced, choose };
}

/** The value once it has not changed for `delayMs`. */
function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
