import { advanceDelivery, type RiderOrderView } from '@haat/contract/orders/rider-orders.calls';
import type { RETURN_REASONS } from '@haat/contract/orders/order-reasons';
import { formatRupees } from '@haat/contract/rupees';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { call } from '../../../lib/api.ts';
import { callOrQueue } from '../../../lib/offline-queue/offline-queue.ts';
import { Button } from '../../../ui/Button.tsx';
import { AlertDialog, ConfirmDialog } from '../../../ui/Dialog.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { waitingChange } from '../../offline-queue/waiting-change.ts';
import { useTeamOrderChange } from '../team-orders.ts';
import cards from '../packing/PackingScreen.module.css';
import styles from './RiderCard.module.css';

const HandOverDialog = lazyDialog(() => import('../../../shared/orders/HandOverDialog.tsx'), 'HandOverDialog');
const ReturnDialog = lazyDialog(() => import('./ReturnDialog.tsx'), 'ReturnDialog');

type Props = { order: RiderOrderView; shopId: number };

/** Picks up the order and notifies its customer. Needs a connection: another rider may have taken it. */
export function PickUp({ order, shopId }: Props) {
  const t = useText();
  const { change, isBusy, problem, dismiss } = useTeamOrderChange(shopId);
  const params = { shopId, id: order.id };
  const pickUp = () => change(() => call(advanceDelivery, { params, body: { status: 'In Transit' } }));
  return (
    <div className={cards.actions}>
      <Button wide aria-disabled={isBusy} onClick={isBusy ? undefined : pickUp}>
        {t(isBusy ? 'shopOrders.updating' : 'rider.pickedUp')}
      </Button>
      {problem ? <AlertDialog text={problem} about={order.orderNumber} onClose={dismiss} /> : null}
    </div>
  );
}

/**
 * Hands the order over at the door, with the code of its customer where the shop asks for it, and after its cash was received; or
 * takes it back to the shop with the reason. Without a connection both wait for one, but for a code: the server compares it.
 */
export function HandOverOrReturn({ order, shopId }: Props) {
  const t = useText();
  const [open, setOpen] = useState<'handOver' | 'return'>();
  const { change, isBusy, problem, dismiss } = useTeamOrderChange(shopId);
  const { orderNumber: number, asks_code: asksCode, to_collect: due } = order;
  const params = { shopId, id: order.id };
  const close = () => setOpen(undefined);
  const send = (code: string) => call(advanceDelivery, { params, body: { status: 'Delivered', code } });
  const handOver = () =>
    callOrQueue({
      call: 'advanceDelivery',
      input: { params, body: { status: 'Delivered' } },
      ...waitingChange({ ...order, takeaway: false }, 'Delivered'),
    });
  const bringBack = (reason: (typeof RETURN_REASONS)[number]) =>
    callOrQueue({
      call: 'returnDelivery',
      input: { params, body: { reason } },
      ...waitingChange({ ...order, takeaway: false }, 'Returned'),
    });
  const amount = due === null ? undefined : formatRupees(due);
  return (
    <div className={styles.steps}>
      <Button wide aria-disabled={isBusy} onClick={isBusy ? undefined : () => setOpen('handOver')}>
        {t(isBusy ? 'shopOrders.updating' : amount ? 'rider.paidAndDelivered' : 'rider.delivered')}
      </Button>
      <Button wide look="secondary" aria-disabled={isBusy} onClick={isBusy ? undefined : () => setOpen('return')}>
        {t('rider.notDelivered')}
      </Button>
      {open === 'handOver' && asksCode ? (
        <HandOverDialog
          order={order}
          money={amount ? t('shopOrders.collect', { amount }) : t('teamOrder.paid')}
          send={send}
          onHandedOver={close}
          onClose={close}
        />
      ) : null}
      {open === 'handOver' && !asksCode ? (
        <ConfirmDialog
          text={amount ? t('rider.isPaidAndDelivered', { number, amount }) : t('rider.isDelivered', { number })}
          confirm={t('rider.delivered')}
          onClose={close}
          onConfirm={() => {
            close();
            change(handOver);
          }}
        />
      ) : null}
      {open === 'return' ? (
        <ReturnDialog
          order={order}
          onClose={close}
          onReturn={(reason) => {
            close();
            change(() => bringBack(reason));
          }}
        />
      ) : null}
      {problem ? <AlertDialog text={problem} about={number} onClose={dismiss} /> : null}
    </div>
  );
}
