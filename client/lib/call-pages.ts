import type { Endpoint, InputOf, OutputOf } from '@haat/contract/endpoint';
import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { type CallKey, keyOf, metaOf, type OwnOptions, request } from './call-query.ts';

type Cursor = Record<string, string | number | undefined>;
type PagesOptions<Page> = OwnOptions & {
  /** The query parameters of the page after this one; undefined if it was the last. */
  next: (page: Page) => Cursor | undefined;
};

/** The query that makes a call page by page. `afterLast` says how a list of rows continues. */
export function callPages<const Entry extends Endpoint>(
  endpoint: Entry,
  input: InputOf<Entry>,
  { next, owner }: PagesOptions<OutputOf<Entry>>,
) {
  return infiniteQueryOptions<OutputOf<Entry>, Error, InfiniteData<OutputOf<Entry>>, CallKey, Cursor | undefined>({
    queryKey: keyOf(endpoint, input, owner === undefined ? ['pages'] : ['pages', owner]),
    queryFn: ({ pageParam, signal }) => {
      const { query } = input as { query?: object };
      return request(endpoint, { ...(input as object), query: { ...query, ...pageParam }, signal });
    },
    initialPageParam: undefined,
    getNextPageParam: next,
    meta: metaOf(endpoint),
  });
}

/** A list of rows continues after the id of its last one, unless the page has fewer rows than were asked for. */
export const afterLast =
  (limit: number) =>
  (page: readonly { id: number }[]): Cursor | undefined =>
    page.length < limit ? undefined : { after: page.at(-1)?.id };

/** All rows of the loaded pages. */
export const rowsOf = <Row>({ pages }: InfiniteData<readonly Row[]>): Row[] => pages.flat();
