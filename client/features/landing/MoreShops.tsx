import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { type Cursor, loadMoreShops } from '../../lib/all-shops.ts';
import { logProblem } from '../../lib/log.ts';
import { LoadMore } from '../../ui/LoadMore.tsx';

type Props = { next: Cursor };

/** Loads the next page of all shops. Each page has a component of its own: `key={next.after}`. */
export function MoreShops({ next }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => loadMoreShops(queries, next),
    onError: (error) => logProblem('Error loading more shops', error),
  });
  return <LoadMore label={t('landing.moreShops')} isLoading={isPending} onMore={() => mutate()} />;
}
