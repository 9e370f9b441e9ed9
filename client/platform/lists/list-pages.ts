import type { Endpoint, InputOf, OutputOf } from '@haat/contract/endpoint';
import { type InfiniteData, keepPreviousData } from '@tanstack/react-query';
import { afterLast, callPages } from '../../lib/call-pages.ts';

const PER_PAGE = 50;

type QueryOf<Entry> = InputOf<Entry> extends { query?: infer Query } ? NonNullable<Query> : never;
type RowOf<Entry> = OutputOf<Entry> extends readonly (infer Row extends { id: number })[] ? Row : never;

/** The query of what matches a filter, in pages. The list stays while the next one loads. */
export function listPages<const Entry extends Endpoint>(endpoint: Entry, query: QueryOf<Entry>) {
  const input = { query: { ...query, limit: PER_PAGE } } as unknown as InputOf<Entry>;
  const after = afterLast(PER_PAGE);
  return {
    ...callPages(endpoint, input, { next: (page) => after(page as unknown as RowOf<Entry>[]) }),
    select: ({ pages }: InfiniteData<OutputOf<Entry>>) => pages.flat() as RowOf<Entry>[],
    staleTime: 0,
    placeholderData: keepPreviousData,
  };
}
