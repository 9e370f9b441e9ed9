import type { ComponentProps } from 'react';
import { Stack } from '../../ui/Card.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { OperatorTable } from './OperatorTable.tsx';

/** The pages of a list, as `useInfiniteQuery` has them. */
type Pages<Row> = {
  data: Row[] | undefined;
  error: unknown;
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

type Props<Row> = Omit<ComponentProps<typeof OperatorTable<Row & { id: number }>>, 'rows' | 'isBusy'> & {
  pages: Pages<Row>;
  texts: { failed: string; none: string; more: string };
};

/** The table of a list, or why there is none, and the button that loads more. */
export function ListedRows<Row extends { id: number }>({ pages, texts, ...table }: Props<Row>) {
  const { data: rows, error, isPlaceholderData, hasNextPage, isFetchingNextPage, refetch, fetchNextPage } = pages;
  if (error && !rows) return <LoadFailure text={texts.failed} onRetry={() => void refetch()} />;
  if (!rows) return <Skeleton height="150vh" radius="var(--radius-card)" />;
  if (rows.length === 0) return <EmptyState text={texts.none} />;
  return (
    <Stack>
      <OperatorTable {...table} rows={rows} isBusy={isPlaceholderData} />
      {hasNextPage ? (
        <LoadMore label={texts.more} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      ) : null}
    </Stack>
  );
}
