import { infiniteQueryOptions } from '@tanstack/react-query';

type Page = { limit: number; after: number | undefined };

type Pages<Item, Filter> = {
  queryKey: readonly string[];
  filter: Filter;
  load: (query: Filter & Page, signal: AbortSignal) => Promise<Item[]>;
};

const PER_PAGE = 50;

/** What matches a filter, in pages. The list stays while the next one loads. */
export const listPages = <Item extends { id: number }, Filter extends object>(pages: Pages<Item, Filter>) =>
  infiniteQueryOptions({
    queryKey: [...pages.queryKey, 'list', pages.filter],
    queryFn: ({ pageParam, signal }) =>
      pages.load({ ...pages.filter, limit: PER_PAGE, after: pageParam || undefined }, signal),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PER_PAGE ? undefined : page.at(-1)?.id),
    select: ({ pages: loaded }) => loaded.flat(),
    staleTime: 0,
    placeholderData: (before) => before,
  });
