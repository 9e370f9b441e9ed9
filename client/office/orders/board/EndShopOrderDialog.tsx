import type { OrderView } from '@haat/contract/orders/orders.calls';
import { DECLINE_REASONS, type OrderReason, RETURN_REASONS } from '@haat/contract/orders/order-reasons';
import { shopCancelReasons } from '@haat/machines/orders/hand-over';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { EndOrderDialog } from '../../../shared/orders/EndOrderDialog.tsx';
import type { OrderEnd } from './advance-order.ts';
import type { Exit } from './EndOrderButtons.tsx';
import { useProductName } from '../../../i18n/use-name.ts';
import { Row, Stack } from '../../../ui/Card.tsx';
import { Stepper } from '../../../ui/Stepper.tsx';
import items from '../../../shared/orders/OrderItems.module.css';

type Props = {
  order: OrderView;
  exit: Exit;
  /** Until when an order that is ready is kept. */
  holdUntil: string | null;
  now: Date;
  onConfirm: (end: Omit<OrderEnd, 'to'>) => void;
  onClose: () => void;
};

/** Asks the shop why it ends the order, and which returned items are on sale again. */
export function EndShopOrderDialog({ order, exit, holdUntil, now, onConfirm, onClose }: Props) {
  const t = useText();
  const { momentAfter } = useTimeText();
  const [writtenOff, setWrittenOff] = useState<WrittenOff>({});
  const comesBack = exit === 'bringBack';
  const reasons = reasonsFor(holdUntil, now)[exit];
  const isHeld = exit === 'cancel' && holdUntil !== null && !reasons.includes('not_collected');
  const effect = t(comesBack ? 'endOrder.returnEffect' : 'endOrder.shopEffect');
  const held = (until: string) => t('endOrder.heldUntil', { time: momentAfter(until, now.toISOString()) });
  const lost = toLines(writtenOff);
  return (
    <EndOrderDialog
      title={t(`endOrder.${exit}Title`, { number: order.orderNumber })}
      effect={isHeld ? `${effect} ${held(holdUntil)}` : effect}
      reasons={reasons}
      confirm={t(`endOrder.${exit}`)}
      onConfirm={(chosen) => onConfirm({ ...chosen, ...(lost.length > 0 && { writtenOff: lost }) })}
      onClose={onClose}
    >
      {comesBack ? <ReturnedItems order={order} writtenOff={writtenOff} onChange={setWrittenOff} /> : null}
    </EndOrderDialog>
  );
}

const toLines = (writtenOff: WrittenOff) =>
  Object.entries(writtenOff).flatMap(([id, quantity]) => (quantity > 0 ? [{ item_id: Number(id), quantity }] : []));

const reasonsFor = (holdUntil: string | null, now: Date): Record<Exit, readonly OrderReason[]> => ({
  decline: DECLINE_REASONS,
  cancel: shopCancelReasons({ ...(holdUntil !== null && { holdUntil: Date.parse(holdUntil) }) }, now.getTime()),
  bringBack: RETURN_REASONS,
});

/** How many of an item cannot be sold again, by the id of its order line. */
type WrittenOff = Readonly<Record<number, number>>;

type ReturnedItemsProps = { order: OrderView; writtenOff: WrittenOff; onChange: (writtenOff: WrittenOff) => void };

/** How many of each line of an order that came back are on sale again; by default all. The others are written off. */
function ReturnedItems({ order, writtenOff, onChange }: ReturnedItemsProps) {
  const t = useText();
  const nameOf = useProductName();
  return (
    <Stack role="group" gap={2} aria-label={t('returned.onSale')}>
      <p>{t('returned.onSale')}</p>
      {order.items.map(({ id, name, quantity }) => {
        const lost = writtenOff[id] ?? 0;
        const change = (delta: number) =>
          onChange({ ...writtenOff, [id]: Math.min(quantity, Math.max(0, lost - delta)) });
        return (
          <Row key={id} justify="between" gap={2}>
            <span className={items.words}>{nameOf(name)}</span>
            <Stepper name={nameOf(name)} quantity={quantity - lost} max={quantity} onChange={change} />
          </Row>
        );
      })}
    </Stack>
  );
}
