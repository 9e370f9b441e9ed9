import type { OrderView } from '@haat/contract/api/orders';
import { DECLINE_REASONS, type OrderReason, RETURN_REASONS } from '@haat/contract/rules/order-reasons';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import { shopCancelReasons } from '@haat/machines/order-status/hand-over';
import { statusAfter } from '@haat/machines/order-status/order.machine';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { Button } from '../../ui/Button.tsx';
import { type ChosenReason, EndOrderDialog } from '../end-order/EndOrderDialog.tsx';

type Exit = 'decline' | 'cancel' | 'bringBack';

const EXITS: Record<Exit, OrderStatus> = { decline: 'Declined', cancel: 'Cancelled', bringBack: 'Returned' };

type Props = {
  order: OrderView;
  /** As the card shows it, which may be ahead of the server. */
  status: OrderStatus;
  now: Date;
  onEnd: (end: ChosenReason & { to: OrderStatus }) => void;
};

/** How the shop can end this order now, each with its reason: two taps, and five seconds to undo it. */
export function EndOrderButtons({ order, status, now, onEnd }: Props) {
  const t = useText();
  const { momentAfter } = useTimeText();
  const [open, setOpen] = useState<Exit>();
  const { takeaway, orderNumber: number } = order;
  // The list may be behind the card.
  const holdUntil = status === 'Ready' ? order.hold_until : null;
  const reasons = reasonsFor(holdUntil, now);
  const isHeld = open === 'cancel' && holdUntil !== null && !reasons.cancel.includes('not_collected');
  const effect = t('endOrder.shopEffect');
  const held = (until: string) => t('endOrder.heldUntil', { time: momentAfter(until, now.toISOString()) });
  const exits = (Object.keys(EXITS) as Exit[]).filter((type) =>
    statusAfter({ status, takeaway }, { type, by: 'shop', at: 0 }),
  );
  return (
    <>
      {exits.map((exit) => (
        <Button key={exit} look="quiet" data-end={exit} onClick={() => setOpen(exit)}>
          {t(`endOrder.${exit}`)}
        </Button>
      ))}
      {open ? (
        <EndOrderDialog
          title={t(`endOrder.${open}Title`, { number })}
          effect={isHeld ? `${effect} ${held(holdUntil)}` : effect}
          reasons={reasons[open]}
          confirm={t(`endOrder.${open}`)}
          onConfirm={(chosen) => {
            setOpen(undefined);
            onEnd({ ...chosen, to: EXITS[open] });
          }}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </>
  );
}

const reasonsFor = (holdUntil: string | null, now: Date): Record<Exit, readonly OrderReason[]> => ({
  decline: DECLINE_REASONS,
  cancel: shopCancelReasons({ ...(holdUntil !== null && { holdUntil: Date.parse(holdUntil) }) }, now.getTime()),
  bringBack: RETURN_REASONS,
});
