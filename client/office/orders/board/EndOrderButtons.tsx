import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { statusAfter } from '@haat/machines/orders/order.machine';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import type { OrderEnd } from './advance-order.ts';

export const EndShopOrderDialog = lazyDialog(() => import('./EndShopOrderDialog.tsx'), 'EndShopOrderDialog');

export type Exit = 'decline' | 'cancel' | 'bringBack';

const EXITS: Record<Exit, OrderStatus> = { decline: 'Declined', cancel: 'Cancelled', bringBack: 'Returned' };

type Props = {
  order: OrderView;
  /** As the card shows it, which may be ahead of the server. */
  status: OrderStatus;
  now: Date;
  onEnd: (end: OrderEnd) => void;
};

/** How the shop can end an order of this status now. */
export const exitsOf = ({ takeaway }: Pick<OrderView, 'takeaway'>, status: OrderStatus): Exit[] =>
  (Object.keys(EXITS) as Exit[]).filter((type) => statusAfter({ status, takeaway }, { type, by: 'shop', at: 0 }));

/** How the shop can end this order now, each with its reason: two taps, and five seconds to undo it. */
export function EndOrderButtons({ order, status, now, onEnd }: Props) {
  const t = useText();
  const [open, setOpen] = useState<Exit>();
  return (
    <>
      {exitsOf(order, status).map((exit) => (
        <Button key={exit} look="quiet" data-end={exit} onClick={() => setOpen(exit)}>
          {t(`endOrder.${exit}`)}
        </Button>
      ))}
      {open ? (
        <ExitDialog
          {...{ order, status, now }}
          exit={open}
          onEnd={(end) => {
            setOpen(undefined);
            onEnd(end);
          }}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </>
  );
}

/** Asks for the reason. */
export function ExitDialog({ order, status, exit, onEnd, ...rest }: Props & { exit: Exit; onClose: () => void }) {
  return (
    <EndShopOrderDialog
      order={order}
      exit={exit}
      // The list may be behind the card.
      holdUntil={status === 'Ready' ? order.hold_until : null}
      onConfirm={(end) => onEnd({ ...end, to: EXITS[exit] })}
      {...rest}
    />
  );
}
