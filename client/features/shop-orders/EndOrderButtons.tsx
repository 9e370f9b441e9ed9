import type { OrderView } from '@haat/contract/api/orders';
import { DECLINE_REASONS, type OrderReason, RETURN_REASONS } from '@haat/contract/rules/order-reasons';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import { shopCancelReasons } from '@haat/machines/order-status/hand-over';
import { statusAfter } from '@haat/machines/order-status/order.machine';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { Button } from '../../ui/Button.tsx';
import { EndOrderDialog } from '../end-order/EndOrderDialog.tsx';
import type { OrderEnd } from './advance-order.ts';
import { ReturnedItems, type WrittenOff } from './ReturnedItems.tsx';

type Exit = 'decline' | 'cancel' | 'bringBack';

const EXITS: Record<Exit, OrderStatus> = { decline: 'Declined', cancel: 'Cancelled', bringBack: 'Returned' };

type Props = {
  order: OrderView;
  /** As the card shows it, which may be ahead of the server. */
  status: OrderStatus;
  now: Date;
  onEnd: (end: OrderEnd) => void;
};

/** How the shop can end this order now, each with its reason: two taps, and five seconds to undo it. */
export function EndOrderButtons({ order, status, now, onEnd }: Props) {
  const t = useText();
  const { momentAfter } = useTimeText();
  const [open, setOpen] = useState<Exit>();
  const [writtenOff, setWrittenOff] = useState<WrittenOff>({});
  const { takeaway, orderNumber: number } = order;
  // The list may be behind the card.
  const holdUntil = status === 'Ready' ? order.hold_until : null;
  const reasons = reasonsFor(holdUntil, now);
  const isHeld = open === 'cancel' && holdUntil !== null && !reasons.cancel.includes('not_collected');
  const effect = t(open === 'bringBack' ? 'endOrder.returnEffect' : 'endOrder.shopEffect');
  const held = (until: string) => t('endOrder.heldUntil', { time: momentAfter(until, now.toISOString()) });
  const exits = (Object.keys(EXITS) as Exit[]).filter((type) =>
    statusAfter({ status, takeaway }, { type, by: 'shop', at: 0 }),
  );
  return (
    <>
      {exits.map((exit) => (
        <Button
          key={exit}
          look="quiet"
          data-end={exit}
          onClick={() => {
            setWrittenOff({});
            setOpen(exit);
          }}
        >
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
            const lost = open === 'bringBack' ? toLines(writtenOff) : [];
            onEnd({ ...chosen, to: EXITS[open], ...(lost.length > 0 && { writtenOff: lost }) });
          }}
          onClose={() => setOpen(undefined)}
        >
          {open === 'bringBack' ? (
            <ReturnedItems order={order} writtenOff={writtenOff} onChange={setWrittenOff} />
          ) : null}
        </EndOrderDialog>
      ) : null}
    </>
  );
}

const toLines = (writtenOff: WrittenOff) =>
  Object.entries(writtenOff).flatMap(([id, quantity]) => (quantity > 0 ? [{ item_id: Number(id), quantity }] : []));

const reasonsFor = (holdUntil: string | null, now: Date): Record<Exit, readonly OrderReason[]> => ({
  decline: DECLINE_REASONS,
  cancel: shopCancelReasons({ ...(holdUntil !== null && { holdUntil: Date.parse(holdUntil) }) }, now.getTime()),
  bringBack: RETURN_REASONS,
});
