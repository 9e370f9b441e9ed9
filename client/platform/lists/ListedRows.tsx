import type { ComponentProps } from 'react';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { Stack } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
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
  texts: { failed: TextId; none: TextId; more: TextId };
};

/** The table of a list, or why there is none, and the button that loads more. */
export function ListedRows<Row extends { id: number }>({ pages, texts, ...table }: Props<Row>) {
  const t = useText();
  const { isPlaceholderData, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  return (
    <Loaded read={pages} failed={texts.failed} waiting={<Skeleton height="150vh" radius="var(--radius-card)" />}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState text={t(texts.none)} />
        ) : (
          <Stack>
            <OperatorTable {...table} rows={rows} isBusy={isPlaceholderData} />
            {hasNextPage ? (
              <LoadMore label={t(texts.more)} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
            ) : null}
          </Stack>
        )
      }
    </Loaded>
  );
}
