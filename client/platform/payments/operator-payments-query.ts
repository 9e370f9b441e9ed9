import type { InputOf } from '@haat/contract/endpoint';
import {
  exportPayments,
  getPayment,
  getPaymentHealth,
  listPayments,
  listUnknownPayments,
  type OperatorPaymentView,
  summarizePayments,
} from '@haat/contract/platform/operator.calls';
import { type Direction, PAYMENT_SORTS, type PaymentSort } from '@haat/contract/platform/operator-lists';
import { PAYMENT_PROVIDERS, PAYMENT_STATES } from '@haat/contract/payments/payment';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, pathOf } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { listPages } from '../lists/list-pages.ts';
import { type ListChoice, readDays, readId, readSorting } from '../lists/use-list-choice.ts';

/** The names under which the address has the filters and the sort of the payments. */
export const PAYMENT_CHOICES = [
  'search',
  'shop',
  'state',
  'provider',
  'attention',
  'from',
  'to',
  'sort',
  'direction',
] as const;
export type PaymentChoice = ListChoice<(typeof PAYMENT_CHOICES)[number]>;

type PaymentFilter = NonNullable<InputOf<typeof summarizePayments>['query']>;
type PaymentList = PaymentFilter & { sort: PaymentSort; direction: Direction };

/** The query parameters for a choice; `search`: the text once typing pauses. */
export function readPaymentChoice(choice: PaymentChoice, search: string): { filter: PaymentFilter; list: PaymentList } {
  const filter: PaymentFilter = {
    search: search || undefined,
    shop: readId(choice.shop),
    state: PAYMENT_STATES.find((state) => state === choice.state),
    provider: PAYMENT_PROVIDERS.find((provider) => provider === choice.provider),
    needs_attention: choice.attention === 'true' ? 'true' : undefined,
    ...readDays(choice),
  };
  const sorting = readSorting(choice, PAYMENT_SORTS) as Pick<PaymentList, 'sort' | 'direction'>;
  return { filter, list: { ...filter, ...sorting } };
}

/** The payments of a choice, in pages. */
export const operatorPaymentsQuery = (list: PaymentList) =>
  listPages<OperatorPaymentView, PaymentList>({
    queryKey: BACK_OFFICE_QUERY_KEYS.operatorPayments,
    filter: list,
    load: (query, signal) => call(listPayments, { query, signal }),
  });

/** The sums of the payments of a choice. */
export const paymentsSummaryQuery = (filter: PaymentFilter) =>
  queryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorPayments, 'summary', filter],
    queryFn: ({ signal }) => call(summarizePayments, { query: filter, signal }),
    placeholderData: keepPreviousData,
  });

export const paymentsFilePath = (query: PaymentList): string => pathOf(exportPayments, { query });

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
