import type { OrderView } from '@haat/contract/orders/orders.calls';
import { type AdjustmentFacts, canPropose } from '@haat/machines/orders/adjustment.machine';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';

export const AdjustOrderDialog = lazyDialog(() => import('./AdjustOrderDialog.tsx'), 'AdjustOrderDialog');

/** The button with which the shop changes the lines of an accepted order, or asks its customer; nothing for other orders. */
export function AdjustOrder({ order, onClosed }: { order: OrderView; onClosed: () => void }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    onClosed();
  };
  if (!isOpen && !canAdjust(order)) return null;
  return (
    <>
      <Button look="quiet" data-adjust onClick={() => setOpen(true)}>
        {t('adjust.open')}
      </Button>
      {isOpen ? <AdjustOrderDialog order={order} onClose={close} /> : null}
    </>
  );
}

/** Whether the shop can change the lines of the order now, or ask for it. */
export const canAdjust = (order: OrderView): boolean => canPropose(adjustmentFacts(order));

/** The fields of an order that the adjustment machine needs. */
function adjustmentFacts(order: OrderView): AdjustmentFacts {
  const { order_status: status, payment_status: paymentStatus, cancellation, proposal } = order;
  const isOpen = proposal?.state === 'open' && proposal.answer_by !== null;
  return {
    status,
    paymentStatus,
    cancellation: cancellation?.state,
    answerBy: isOpen ? Date.parse(proposal.answer_by ?? '') : undefined,
  };
}
