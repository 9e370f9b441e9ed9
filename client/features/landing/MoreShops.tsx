import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { type Cursor, loadMoreShops } from '../../lib/all-shops.ts';
import { logProblem } from '../../lib/log.ts';
import { LoadMore } from '../../ui/LoadMore.tsx';

/** `isComplete`: loads without a tap, until there is no page left. */
type Props = { next: Cursor; isComplete: boolean };

/** Loads the next page of all shops. */
export function MoreShops({ next, isComplete }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const [loading, setLoading] = useState<Cursor>();
  const [failed, setFailed] = useState<Cursor>();
  const isLoading = loading === next;

  const load = useCallback(async () => {
    setLoading(next);
    try {
      await loadMoreShops(queries, next);
    } catch (error) {
      logProblem('Error loading more shops', error);
      setFailed(next);
    } finally {
      setLoading(undefined);
    }
  }, [queries, next]);

  const isDue = isComplete && !isLoading && failed !== next;
  useEffect(() => {
    if (isDue) void load();
  }, [isDue, load]);
  return <LoadMore label={t('landing.moreShops')} isLoading={isLoading} onMore={() => void load()} />;
}
