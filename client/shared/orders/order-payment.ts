import type { OWN_ORDER_PATHS } from '@haat/contract/changes';
import { getOrderPayment, type OrderPaymentView } from '@haat/contract/payments/payments.calls';
import type { QueryClient } from '@tanstack/react-query';
import { isMissing } from '../../lib/api-error.ts';
import { useCall } from '../../lib/call-query.ts';
import { reload } from '../../lib/reload.ts';

/** After this many responses the confirmation takes minutes, not seconds. */
const FAST_POLLS = 40;
const FAST_POLL_MS = 3000;
const SLOW_POLL_MS = 15_000;

/** The payment of an order, polled until its state is final; nothing without an order. */
export const useOrderPayment = (orderId: number | undefined) =>
  useCall(
    getOrderPayment,
    { params: { id: orderId ?? 0 } },
    {
      enabled: orderId !== undefined,
      staleTime: 0,
      refetchOnWindowFocus: true,
      refetchInterval: ({ state: { data, error, dataUpdateCount } }) => {
        if (isMissing(error) || (data && !isPending(data))) return false;
        return dataUpdateCount < FAST_POLLS ? FAST_POLL_MS : SLOW_POLL_MS;
      },
    },
  );

const isPending = ({ payment_status: status }: OrderPaymentView) => status === 'awaiting' || status === 'refund_due';

/** As in the contract, whose other lists of paths these screens do not need. */
const OWN_ORDERS: typeof OWN_ORDER_PATHS = [
  '/api/orders/user',
  '/api/bought-products',
  '/api/shops/:shopId/bought-products',
];

/** Loads anew where customers see their own orders. */
export const reloadOwnOrders = (queries: QueryClient): Promise<void> => reload(queries, OWN_ORDERS);

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
