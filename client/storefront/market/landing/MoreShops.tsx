import '../../../i18n/landing-texts.ts';
import { listShops } from '@haat/contract/shops/shops.calls';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { allShopsQuery, type Cursor, withPage } from '../../../lib/all-shops.ts';
import { call } from '../../../lib/api.ts';
import { logProblem } from '../../../lib/log.ts';
import { LoadMore } from '../../../ui/LoadMore.tsx';

/** `isComplete`: loads without a tap, until there is no page left. */
type Props = { next: Cursor; isComplete?: boolean };

/** Loads the next page of all shops. Each page has its own component: `key={next.after}`. */
export function MoreShops({ next, isComplete = false }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const { mutate, isPending, isIdle } = useMutation({
    mutationFn: () => loadMoreShops(queries, next),
    onError: (error) => logProblem('Error loading more shops', error),
  });
  useEffect(() => {
    if (isComplete && isIdle) mutate();
  }, [isComplete, isIdle, mutate]);
  return <LoadMore label={t('landing.moreShops')} isLoading={isPending} onMore={() => mutate()} />;
}

/** Loads the page that starts at `next`. Rejects as `call` does. */
async function loadMoreShops(queries: QueryClient, next: Cursor): Promise<void> {
  const page = await call(listShops, { query: next });
  // Unless the list was loaded anew meanwhile.
  queries.setQueryData(allShopsQuery.queryKey, (known) => (known?.next === next ? withPage(known.shops, page) : known));
}
