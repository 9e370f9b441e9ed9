import '../../i18n/landing-texts.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { type Cursor, loadMoreShops } from '../../lib/all-shops.ts';
import { logProblem } from '../../lib/log.ts';
import { LoadMore } from '../../ui/LoadMore.tsx';

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
