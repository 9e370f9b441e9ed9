import type { Place } from '@haat/machines/shops/shop-discovery.machine';
import { type ReactNode, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { withPageTexts } from '../../../i18n/language.ts';
import { lazyScreen } from '../../../lib/lazy.ts';
import { useSettled } from '../../../lib/use-settled.ts';

const SearchResults = lazyScreen(() => withPageTexts(import('./SearchResults.tsx')), 'SearchResults');

/** The search in the address, so that Back returns to its results. Its filters stay until it is cleared. */
export function useSearchInAddress(): [search: string, setSearch: (search: string) => void] {
  const [params, setParams] = useSearchParams();
  const setSearch = (q: string) =>
    setParams((before) => (q ? { ...Object.fromEntries(before), q } : {}), { replace: true });
  return [params.get('q') ?? '', setSearch];
}

type Props = {
  search: string;
  /** Shows all shops again. */
  onClear: () => void;
  /** Where the visitor is, if that is known. */
  place: Place | undefined;
  /** The content without a search. */
  children: ReactNode;
};

/** The products and shops that match the search; its children until two characters were typed. */
export function MarketSearch({ children, ...rest }: Props) {
  const settled = useSettled(rest.search.trim(), SETTLED_AFTER_MS);
  if (settled.length < 2) return children;
  return (
    <Suspense>
      <SearchResults {...rest} search={settled} />
    </Suspense>
  );
}

/** Longer than the pause between two letters. */
const SETTLED_AFTER_MS = 200;
