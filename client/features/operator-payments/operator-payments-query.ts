import { listPayments, listUnknownPayments, getPayment, getPaymentHealth } from '@haat/contract/api/operator';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';

const PER_PAGE = 50;

export type PaymentFilter = { search: string; needsAttention: boolean };

/** The payments that match the filter, newest first, in pages. */
export const operatorPaymentsQuery = ({ search, needsAttention }: PaymentFilter) =>
  infiniteQueryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorPayments, 'list', search, needsAttention],
    queryFn: ({ pageParam, signal }) =>
      call(listPayments, {
        query: {
          limit: PER_PAGE,
          search: search || undefined,
          needs_attention: needsAttention ? 'true' : undefined,
          after: pageParam || undefined,
        },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PER_PAGE ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
    placeholderData: (before) => before,
  });

/** Whether orders and payments agree; polled every 30 s. */
export const paymentHealthQuery = queryOptions({
  queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorPayments, 'health'],
  queryFn: ({ signal }) => call(getPaymentHealth, { signal }),
  staleTime: 0,
  refetchInterval: 30_000,
});

/** Payments that webhook events report and the database lacks. */
export const unknownPaymentsQuery = queryOptions({
  queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorPayments, 'unknown'],
  queryFn: ({ signal }) => call(listUnknownPayments, { signal }),
  staleTime: 0,
  refetchInterval: 30_000,
});

/** One payment with its timeline. */
export const paymentTimelineQuery = (id: string) =>
  queryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorPayments, 'timeline', id],
    queryFn: ({ signal }) => call(getPayment, { params: { id }, signal }),
    staleTime: 0,
  });
