import type { OrderPaymentView } from '@haat/contract/api/payments.schema';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { isMissing } from '../../lib/api-error.ts';
import { callApi } from '../../lib/api.ts';

const PAYMENT = { orderId: 0, orderNumber: '', payment_status: 'awaiting', total: 0, can_retry: false } as const;

/** What the provider has not said within this many answers takes it minutes, not seconds. */
const EAGER_ANSWERS = 40;
const EAGERLY_MS = 3000;
const CALMLY_MS = 15_000;

/** How the payment of an own order stands, asked again until nothing about it can change by itself. */
export const orderPaymentQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['orders', 'payment', orderId] as const,
    queryFn: ({ signal }) => callApi<OrderPaymentView>(`/api/orders/${orderId}/payment`, { signal, like: PAYMENT }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data, error, dataUpdateCount } }) => {
      if (isMissing(error) || (data && !isOnItsWay(data))) return false;
      return dataUpdateCount < EAGER_ANSWERS ? EAGERLY_MS : CALMLY_MS;
    },
  });

const isOnItsWay = ({ payment_status: status }: OrderPaymentView) => status === 'awaiting' || status === 'refund_due';

/** How the payment of an order stands that is stored already; undefined while nobody knows, and where there is none. */
export function useOrderPayment(orderId: number | undefined): OrderPaymentView | undefined {
  return useQuery({ ...orderPaymentQuery(orderId ?? 0), enabled: orderId !== undefined }).data;
}
