import type { OrderView } from '@haat/contract/orders/orders.calls';
import { useState } from 'react';
import { type Arrangement, holdPlaces, isSameArrangement, settle } from './arrange-orders.ts';

/** The arrangement currently shown, and the orders as last read: an ended order stays until its card goes. */
export function useShownOrders(
  orders: readonly OrderView[],
  target: Arrangement,
  { isResting, held }: { isResting: boolean; held: number | undefined },
) {
  const [shown, setShown] = useState(target);
  const next = isResting ? settle(shown, target, held) : holdPlaces(shown, target);
  const isSame = isSameArrangement(shown, next);
  if (!isSame) setShown(next);

  const [last, setLast] = useState(() => ({ orders, known: new Map(orders.map((order) => [order.id, order])) }));
  if (last.orders !== orders) {
    const stays = new Set(Object.values(shown).flat());
    const kept = [...last.known].filter(([id]) => stays.has(id));
    setLast({ orders, known: new Map([...kept, ...orders.map((order) => [order.id, order] as const)]) });
  }
  return { shown: isSame ? shown : next, orderOf: (id: number) => last.known.get(id) };
}
