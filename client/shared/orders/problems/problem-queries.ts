import {
  countAllProblems,
  countShopProblems,
  getOrderProblems,
  getProblem,
  listAllProblems,
  listShopProblems,
} from '@haat/contract/orders/problems.calls';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** All that changes with reported problems; cleared with the user's orders when another one logs in. */
export const PROBLEMS_KEY = ['orders', 'problems'] as const;

// Also polled: a deadline passes without an event.
const FRESH = { staleTime: 0, refetchInterval: 60_000 };

/** An order with its reported and reportable problems. */
export const orderProblemsQuery = (orderId: string) =>
  queryOptions({
    queryKey: [...PROBLEMS_KEY, 'of-order', orderId],
    queryFn: ({ signal }) => call(getOrderProblems, { params: { id: orderId }, signal }),
    ...FRESH,
  });

export const problemQuery = (id: string) =>
  queryOptions({
    queryKey: [...PROBLEMS_KEY, 'one', id],
    queryFn: ({ signal }) => call(getProblem, { params: { id }, signal }),
    ...FRESH,
  });

const PER_PAGE = 50;

/** The problems of a shop, or of all shops, in pages. */
export const problemListQuery = (shopId: number | undefined, isSolved: boolean) =>
  infiniteQueryOptions({
    queryKey: [...PROBLEMS_KEY, 'list', shopId, isSolved],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        limit: PER_PAGE,
        solved: isSolved ? ('true' as const) : undefined,
        after: pageParam || undefined,
      };
      return shopId === undefined
        ? call(listAllProblems, { query, signal })
        : call(listShopProblems, { params: { shopId }, query, signal });
    },
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PER_PAGE ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    ...FRESH,
  });

/** How many are not solved. */
export const problemCountsQuery = (shopId: number | undefined) =>
  queryOptions({
    queryKey: [...PROBLEMS_KEY, 'counts', shopId],
    queryFn: ({ signal }) =>
      shopId === undefined
        ? call(countAllProblems, { signal })
        : call(countShopProblems, { params: { shopId }, signal }),
    ...FRESH,
  });
