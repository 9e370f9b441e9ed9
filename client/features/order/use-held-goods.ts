import { useMemo, useState } from 'react';
import { useOrderPayment } from '../payment/order-payment-query.ts';
import { useSession } from '../session/use-session.ts';
import { storedOrderOf } from './pending-order.ts';

/**
 * How many pieces of each line are kept for this customer by an order that waits for its payment: the shelf counts them as
 * gone, and they are gone for everybody else only.
 */
export function useHeldGoods(shopSlug: string): ReadonlyMap<string, number> {
  const { userId } = useSession();
  const [order] = useState(() => storedOrderOf(`${userId}_${shopSlug}`));
  const isHeld = useOrderPayment(order?.orderId)?.can_retry ?? false;
  return useMemo(
    () => new Map(isHeld ? order?.lines.map(({ id, quantity }) => [id, quantity] as const) : []),
    [order, isHeld],
  );
}
