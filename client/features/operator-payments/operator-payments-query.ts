import type {
  OperatorPaymentView,
  PaymentHealthView,
  PaymentTrailView,
} from '@haat/contract/api/operator-payments.schema';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { DESK_QUERY_KEYS } from '../../lib/desk-query-keys.ts';

const PER_PAGE = 50;
const PAYMENT = {
  id: 0,
  provider: 'razorpay',
  state: 'created',
  amount: 0,
  created_at: '',
  customer_email: '',
} as const;
export const TRAIL = {
  ...PAYMENT,
  can_check: false,
  can_refund: false,
  events: [{ at: '' }],
  refunds: [{ id: 0 }],
  webhooks: [{ at: '' }],
} as const;

export type PaymentFilter = { search: string; trouble: boolean };

/** The payments of the platform that are looked for, newest first, page by page. */
export const operatorPaymentsQuery = ({ search, trouble }: PaymentFilter) =>
  infiniteQueryOptions({
    queryKey: [...DESK_QUERY_KEYS.operatorPayments, 'list', search, trouble],
    queryFn: ({ pageParam, signal }) => {
      const asked = new URLSearchParams({ limit: String(PER_PAGE) });
      if (search) asked.set('search', search);
      if (trouble) asked.set('trouble', 'true');
      if (pageParam) asked.set('after', String(pageParam));
      return callApi<OperatorPaymentView[]>(`/api/operator/payments?${asked.toString()}`, { signal, like: [PAYMENT] });
    },
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PER_PAGE ? undefined : page.at(-1)?.id),
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
    placeholderData: (before) => before,
  });

/** Whether orders and money agree; looked at again every half minute. */
export const paymentHealthQuery = queryOptions({
  queryKey: [...DESK_QUERY_KEYS.operatorPayments, 'health'],
  queryFn: ({ signal }) =>
    callApi<PaymentHealthView>('/api/operator/payments/health', {
      signal,
      like: { money_without_order: 0, order_without_money: 0, refunds_failed: 0 },
    }),
  staleTime: 0,
  refetchInterval: 30_000,
});

/** One payment with all that happened to it. */
export const paymentTrailQuery = (id: string) =>
  queryOptions({
    queryKey: [...DESK_QUERY_KEYS.operatorPayments, 'trail', id],
    queryFn: ({ signal }) => callApi<PaymentTrailView>(`/api/operator/payments/${id}`, { signal, like: TRAIL }),
    staleTime: 0,
  });
