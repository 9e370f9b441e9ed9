import type { ParsedUrlQuery } from 'node:querystring';

const PAGE = 10;
const LARGEST_PAGE = 100;

export const listObject = (url: string, data: unknown[], hasMore = false): Record<string, unknown> => ({
  object: 'list',
  data,
  has_more: hasMore,
  url,
});

/** One page of a list, the newest first, after the one that the caller has already. */
export function page<Item extends { id: string }>(
  { path, query }: { path: string; query: ParsedUrlQuery },
  items: Item[],
  present: (item: Item) => unknown,
): Record<string, unknown> {
  const newestFirst = items.toReversed();
  const from = query.starting_after ? newestFirst.findIndex(({ id }) => id === query.starting_after) + 1 : 0;
  const limit = Math.min(Number(query.limit) || PAGE, LARGEST_PAGE);
  const shown = newestFirst.slice(from, from + limit);
  return listObject(path, shown.map(present), newestFirst.length > from + limit);
}
