import { getOrderPayment, type OrderPaymentView } from '@haat/contract/payments/payments.calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { isMissing } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';

/** After this many responses the confirmation takes minutes, not seconds. */
const FAST_POLLS = 40;
const FAST_POLL_MS = 3000;
const SLOW_POLL_MS = 15_000;

/** The payment of an order, polled until its state is final. */
export const orderPaymentQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'payment', orderId] as const,
    queryFn: ({ signal }) => call(getOrderPayment, { params: { id: orderId }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, error, dataUpdateCount } }) => {
      if (isMissing(error) || (data && !isPending(data))) return false;
      return dataUpdateCount < FAST_POLLS ? FAST_POLL_MS : SLOW_POLL_MS;
    },
  });

const isPending = ({ payment_status: status }: OrderPaymentView) => status === 'awaiting' || status === 'refund_due';

/** The payment of a stored order; undefined while it is loading, and without an order. */
export function useOrderPayment(orderId: number | undefined): OrderPaymentView | undefined {
  return useQuery({ ...orderPaymentQuery(orderId ?? 0), enabled: orderId !== undefined }).data;
}

/**
 * The state of an online payment for its customer. `unknown`: not loaded yet. `late`: the reservation was released, and
 * the money may still arrive.
 */
export type PaymentStage = 'unknown' | 'waiting' | 'late' | 'paid' | 'expired' | 'returned';

type Known = Pick<OrderPaymentView, 'payment_status' | 'can_retry' | 'refund'>;

export function paymentStage(payment: Known | undefined): PaymentStage {
  if (!payment) return 'unknown';
  const { payment_status: status, can_retry: canRetry, refund } = payment;
  if (status === 'awaiting') return canRetry ? 'waiting' : 'late';
  // A second payment of a paid order is refunded separately.
  if (status === 'due' || status === 'collected' || status === 'paid') return 'paid';
  return refund || status !== 'expired' ? 'returned' : 'expired';
}
