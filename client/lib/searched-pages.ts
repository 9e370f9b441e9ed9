import { infiniteQueryOptions, type QueryKey } from '@tanstack/react-query';

/** What the calls that search lists take. `after`: the id of the last one of the page before. */
type PageQuery = { limit: number; search: string | undefined; after: number | undefined };

type Pages<Item> = {
  queryKey: QueryKey;
  search: string;
  load: (query: PageQuery, signal: AbortSignal) => Promise<Item[]>;
};

const PER_PAGE = 50;

/** What matches a search, in pages. The list stays while the next search loads. */
export const searchedPages = <Item extends { id: number }>({ queryKey, search, load }: Pages<Item>) =>
  infiniteQueryOptions({
    queryKey: [...queryKey, search],
    queryFn: ({ pageParam, signal }) =>
      load({ limit: PER_PAGE, search: search || undefined, after: pageParam || undefined }, signal),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PER_PAGE ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
    placeholderData: (before) => before,
  });
