import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { queueState, takeBack } from '../../lib/offline-queue/offline-queue.ts';
import { showQueued } from './show-queued.ts';

/** The lists of products as they are now, to be put back when a change that waits is undone. */
export function rememberLists(queries: QueryClient, lists: Pick<QueryFilters, 'queryKey' | 'predicate'>) {
  const known = queries.getQueriesData(lists);
  /** Undoes a change that was not sent yet; false when it was. Other changes that wait stay. */
  return (id: string): boolean => {
    if (!takeBack(id)) return false;
    for (const [listKey, list] of known) queries.setQueryData(listKey, list);
    showQueued(queries, queueState().actions);
    return true;
  };
}
