import type { OrderView } from '@haat/contract/orders/orders.calls';
import { isAllowed, statusAfter, type OrderFacts } from '@haat/machines/orders/order.machine';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useHasPassed } from '../../lib/use-has-passed.ts';
import { type Preloadable, usePreload } from '../../lib/lazy.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

const CancelOwnOrderDialog = lazyDialog(() => import('./CancelOwnOrderDialog.tsx'), 'CancelOwnOrderDialog');

const ON_TAP = [CancelOwnOrderDialog];
const NOTHING: readonly Preloadable[] = [];

/** The button with which the customer takes an order back, for as long as that is possible, and then asks the shop to. */
export function CancelOwnOrder({ order }: { order: OrderView }) {
  const t = useText();
  const [opened, setOpened] = useState<CancelWay>();
  const isLate = useHasPassed(order.cancel_until);
  const way = opened ?? wayOf(order, isLate);
  usePreload(way ? ON_TAP : NOTHING);
  if (!way) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setOpened(way)}>
        {t(`endOrder.${way}`)}
      </Button>
      {opened ? <CancelOwnOrderDialog order={order} way={opened} onClose={() => setOpened(undefined)} /> : null}
    </>
  );
}

/** `ask`: the shop decides. */
export type CancelWay = 'cancel' | 'ask';

/** `isLate`: whether the grace period is over. */
function wayOf(order: OrderView, isLate: boolean | undefined): CancelWay | undefined {
  if (order.payment_status === 'awaiting' || order.payment_status === 'expired') return undefined;
  const facts = orderFacts(order);
  const at = (facts.graceEndsAt ?? 0) - (isLate === false ? 1 : 0);
  const by = { by: 'customer', at } as const;
  if (statusAfter(facts, { type: 'cancel', ...by })) return 'cancel';
  return isAllowed(facts, { type: 'requestCancellation', ...by }) ? 'ask' : undefined;
}

/** The facts about an order for the order machine. Orders that an earlier version stored on this device lack the request. */
function orderFacts({ order_status: status, takeaway, cancel_until, cancellation }: OrderView): OrderFacts {
  const graceEndsAt = cancel_until === null ? undefined : Date.parse(cancel_until);
  return { status, takeaway, graceEndsAt, cancellation: cancellation?.state };
}
