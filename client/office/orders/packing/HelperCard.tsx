import { type OrderToPackView, packOrder } from '@haat/contract/orders/packing.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { call } from '../../../lib/api.ts';
import { callOrQueue } from '../../../lib/offline-queue/offline-queue.ts';
import { Button } from '../../../ui/Button.tsx';
import { AlertDialog, ConfirmDialog } from '../../../ui/Dialog.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import looks from '../../../ui/looks.module.css';
import { waitingChange } from '../../offline-queue/waiting-change.ts';
import { useTeamOrderChange } from '../team-orders.ts';
import { PackingArticle, usePacking } from './PackingArticle.tsx';
import styles from './PackingScreen.module.css';

const HandOverDialog = lazyDialog(() => import('../../../shared/orders/HandOverDialog.tsx'), 'HandOverDialog');

type Props = { order: OrderToPackView; shopId: number; now: Date };

/** An order as a helper sees it: packed line by line, or a takeaway handed over, with the amount to collect. */
export function HelperCard({ order, shopId, now }: Props) {
  const t = useText();
  const packing = usePacking(order);
  const isReady = order.order_status === 'Ready';
  const way = t(order.takeaway ? 'shopOrders.forPickup' : 'shopOrders.forDelivery');
  return (
    <PackingArticle
      {...{ order, now, packing, isReady }}
      number={order.orderNumber}
      head={`${way} · ${order.customer_name}`}
    >
      {order.waits ? (
        <p className={`${looks.muted} ${looks.large}`}>{t('teamOrder.waits')}</p>
      ) : isReady ? (
        <HandOver order={order} shopId={shopId} />
      ) : (
        <Pack order={order} shopId={shopId} isAllIn={packing.isAllIn} onPack={packing.tickAll} />
      )}
    </PackingArticle>
  );
}

type StepProps = Pick<Props, 'order' | 'shopId'>;

/** Makes a takeaway ready, which its customer is notified of; a delivery stays, marked as packed. */
function Pack({ order, shopId, isAllIn, onPack }: StepProps & { isAllIn: boolean; onPack: () => void }) {
  const t = useText();
  const [isAsking, ask] = useState(false);
  const { change, isBusy, problem, dismiss } = useTeamOrderChange(shopId);
  const input = { params: { shopId, id: order.id }, body: { status: 'Ready' as const } };
  const makeReady = () => callOrQueue({ call: 'packOrder', input, ...waitingChange(order, 'Ready') });
  const pack = () => {
    ask(false);
    onPack();
    if (order.takeaway) change(makeReady);
  };
  if (isAllIn && !order.takeaway) return <p className={styles.done}>{t('packing.isPacked')}</p>;
  return (
    <div className={styles.actions}>
      <Button wide data-advance aria-disabled={isBusy} onClick={() => (isAllIn ? pack() : ask(true))}>
        {t(isBusy ? 'shopOrders.updating' : 'packing.packed')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          text={t('packing.notAllTicked')}
          confirm={t('packing.packed')}
          onClose={() => ask(false)}
          onConfirm={pack}
        />
      ) : null}
      {problem ? <AlertDialog text={problem} onClose={dismiss} /> : null}
    </div>
  );
}

/**
 * Hands a takeaway over: with the code of its customer where the shop asks for it, and after its cash was collected. Without a
 * connection it waits for one, but for a code: the server compares it.
 */
function HandOver({ order, shopId }: StepProps) {
  const t = useText();
  const [isAsking, ask] = useState(false);
  const { change, isBusy, problem, dismiss } = useTeamOrderChange(shopId);
  const params = { shopId, id: order.id };
  const send = (code: string) => call(packOrder, { params, body: { status: 'Delivered', code } });
  const input = { params, body: { status: 'Delivered' as const } };
  const handOver = () => callOrQueue({ call: 'packOrder', input, ...waitingChange(order, 'Delivered') });
  const due = order.to_collect === null ? undefined : formatRupees(order.to_collect);
  const money = due ? t('shopOrders.collect', { amount: due }) : t('teamOrder.paid');
  const close = () => ask(false);
  return (
    <>
      <p className={styles.due}>{money}</p>
      <div className={styles.actions}>
        <Button wide data-advance aria-disabled={isBusy} onClick={() => ask(true)}>
          {t(isBusy ? 'shopOrders.updating' : 'pickupCode.confirm')}
        </Button>
      </div>
      {isAsking && order.asks_code ? (
        <HandOverDialog order={order} money={money} send={send} onHandedOver={close} onClose={close} />
      ) : null}
      {isAsking && !order.asks_code ? (
        <ConfirmDialog
          text={
            due
              ? t('teamOrder.handOverDue', { number: order.orderNumber, amount: due })
              : t('teamOrder.handOver', { number: order.orderNumber })
          }
          confirm={t('pickupCode.confirm')}
          onClose={close}
          onConfirm={() => {
            close();
            change(handOver);
          }}
        />
      ) : null}
      {problem ? <AlertDialog text={problem} onClose={dismiss} /> : null}
    </>
  );
}
