import { advanceOrder, type OrderView } from '@haat/contract/orders/orders.calls';
import { hidesAddress } from '@haat/contract/orders/order-terms';
import { type OrderStatus, readOrderStatus } from '@haat/contract/orders/order-status';
import { needsPickupCode } from '@haat/machines/orders/hand-over';
import { isFinalStatus, nextStatus } from '@haat/machines/orders/order.machine';
import { memo, useId, useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import { Button } from '../../../ui/Button.tsx';
import { call } from '../../../lib/api.ts';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { StatusChip } from '../../../ui/StatusChip.tsx';
import { AdjustOrderDialog, canAdjust } from '../AdjustOrder.tsx';
import { RefundDialog } from '../../../shared/orders/RefundOrder.tsx';
import { useAdvanceOrder } from './advance-order.ts';
import { AdvanceButton } from './AdvanceButton.tsx';
import { EndShopOrderDialog, type Exit, ExitDialog, exitsOf } from './EndOrderButtons.tsx';
import { LastChange } from './LastChange.tsx';
import { clockText, OrderAge } from './OrderAge.tsx';
import { PayTag, useMoneyText } from './PayTag.tsx';
import { ProblemLink } from './ProblemLink.tsx';
import { TimeToAccept } from './TimeToAccept.tsx';
import { TicketLines } from './TicketLines.tsx';
import { useTicketKeys } from './use-board-keys.ts';
import styles from './OrderTicket.module.css';

const CancellationAnswer = lazyComponent(() => import('./CancellationAnswer.tsx'), 'CancellationAnswer');
const OpenProposal = lazyComponent(() => import('../../../shared/orders/OpenProposal.tsx'), 'OpenProposal');
const OrderChanges = lazyComponent(() => import('../../../shared/orders/OrderChanges.tsx'), 'OrderChanges');
const HandOverDialog = lazyDialog(() => import('../../../shared/orders/HandOverDialog.tsx'), 'HandOverDialog');
const OrderSheet = lazyDialog(() => import('./OrderSheet.tsx'), 'OrderSheet');

/** Few orders need them, and later taps open them. */
export const LATE_PARTS = [
  OrderSheet,
  EndShopOrderDialog,
  AdjustOrderDialog,
  HandOverDialog,
  RefundDialog,
  CancellationAnswer,
  OpenProposal,
  OrderChanges,
];

const PARTS_TIMEOUT_MS = 2000;

/** Loads the optional parts of these tickets, waiting a while for them: a ticket that grows later moves the ones below. */
export async function loadPartsOf(orders: readonly OrderView[]): Promise<void> {
  const parts = [
    ...(orders.some(({ cancellation }) => cancellation?.state === 'open') ? [CancellationAnswer] : []),
    ...(orders.some(({ proposal, order_status: status }) => proposal && status === 'Accepted') ? [OpenProposal] : []),
    ...(orders.some(({ revision }) => revision > 1) ? [OrderChanges] : []),
  ];
  if (parts.length === 0) return;
  const tooLate = new Promise((resolve) => setTimeout(resolve, PARTS_TIMEOUT_MS));
  // The tickets retry what failed.
  await Promise.race([Promise.allSettled(parts.map(({ preload }) => preload())), tooLate]);
}

/** `isGone`: the order has left the board; its card stays while a user may be about to tap it. */
type Props = {
  order: OrderView;
  now: Date;
  isGone?: boolean;
  /** The statuses of its lane: any other is named on the ticket. */
  lane?: readonly OrderStatus[];
};

/** One order of the shop, short enough for eight on a tablet: what to pack, and the button for its next status. */
export const OrderTicket = memo(function OrderTicket({ order, now, isGone = false, lane = [] }: Props) {
  const t = useText();
  const titleId = useId();
  const advancing = useAdvanceOrder(order);
  const { status } = advancing;
  const [readyIn, setReadyIn] = useState<number>();
  const [open, setOpen] = useState<'more' | 'adjust' | Exit>();
  const close = () => setOpen(undefined);
  const isAsked = status === 'Accepted' && order.cancellation?.state === 'open';
  const waitsForCustomer = status === 'Accepted' && order.proposal?.state === 'open';
  const isResting = !advancing.isUndoable && !advancing.isSaving;
  const exits = isResting && !isAsked ? exitsOf(order, status) : [];
  const onKeyDown = useTicketKeys({
    more: () => setOpen('more'),
    adjust: status === 'Accepted' && isResting && canAdjust(order) ? () => setOpen('adjust') : undefined,
    exits,
    end: setOpen,
  });
  return (
    // Keys work on the ticket that has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <article
      className={styles.ticket}
      aria-label={t('history.order', { number: order.orderNumber || String(order.id) })}
      tabIndex={-1}
      data-order={order.id}
      data-changing={!isResting}
      onKeyDown={onKeyDown}
    >
      <TicketHead
        {...{ titleId, order, status, now }}
        showsStatus={!isOver(status) && (lane.length > 1 || !lane.includes(status))}
      />
      <TicketLines order={order} status={status} />
      {order.note ? <p className={styles.note}>{t('history.note', { note: order.note })}</p> : null}
      {order.revision > 1 ? <OrderChanges order={order} /> : null}
      {order.proposal ? <OpenProposal order={order} /> : null}
      {isAsked ? <CancellationAnswer order={order} status={status} /> : null}
      <ProblemLink order={order} />
      {isOver(status) ? <LastChange order={order} now={now} /> : null}
      {readyIn !== undefined && status === 'Pending' ? (
        <p className={styles.facts}>
          {t('promise.readyIn')}: {t('promise.minutes', { minutes: readyIn })}
        </p>
      ) : null}
      <div className={styles.actions}>
        {isAsked || waitsForCustomer || isGone ? (
          <span className={styles.end} />
        ) : (
          <NextStep order={order} advancing={advancing} readyIn={readyIn} titleId={titleId} />
        )}
        {isResting ? <MoreButton order={order} onOpen={() => setOpen('more')} /> : null}
      </div>
      {open === 'more' ? (
        <OrderSheet order={order} advancing={advancing} now={now} readyIn={{ readyIn, setReadyIn }} onClose={close} />
      ) : null}
      {open === 'adjust' ? <AdjustOrderDialog order={order} onClose={close} /> : null}
      {open && open !== 'more' && open !== 'adjust' ? (
        <ExitDialog
          order={order}
          status={status}
          exit={open}
          now={now}
          onEnd={(end) => {
            close();
            advancing.end(end);
          }}
          onClose={close}
        />
      ) : null}
    </article>
  );
});

type HeadProps = { titleId: string; order: OrderView; status: OrderStatus; now: Date; showsStatus: boolean };

function TicketHead({ titleId, order, status, now, showsStatus }: HeadProps) {
  const t = useText();
  const { orderNumber, id, items } = order;
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <header className={styles.head}>
      <h3 id={titleId}>{orderNumber || String(id)}</h3>
      {order.channel === 'counter' ? null : <span className={styles.name}>{order.customer_name}</span>}
      {status === 'Pending' ? <TimeToAccept order={order} /> : null}
      {status === 'Accepted' && order.promised_at ? <PromisedFor at={order.promised_at} now={now} /> : null}
      <OrderAge order={order} status={status} now={now} />
      <span className={styles.facts}>
        <PayTag order={order} status={status} />
        <span className={styles.count}>
          <WayIcon isPickup={hidesAddress(order)} />
          <span className="visually-hidden">
            {t(hidesAddress(order) ? 'shopOrders.forPickup' : 'shopOrders.forDelivery')}
          </span>
          <span>{t('shopOrders.itemCount', { count })}</span>
        </span>
        {showsStatus ? <StatusChip status={status} takeaway={order.takeaway} isForShop /> : null}
      </span>
    </header>
  );
}

/** `for 4:15`: when the shop promised an accepted order. */
function PromisedFor({ at, now }: { at: string; now: Date }) {
  const t = useText();
  const { moment } = useTimeText();
  const isToday = new Date(at).toDateString() === now.toDateString();
  return (
    <strong className={styles.promised}>
      <time dateTime={at}>{t('shopOrders.promisedFor', { time: isToday ? clockText(at) : moment(at) })}</time>
    </strong>
  );
}

/** A bag for takeaway, a scooter for delivery. */
function WayIcon({ isPickup }: { isPickup: boolean }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="18"
      height="18"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      {isPickup ? (
        <path d="M5 8h14l1 13H4zm4 0a3 3 0 0 1 6 0" strokeLinejoin="round" />
      ) : (
        <path
          d="M14 5h3l2 9m-4-1H8l-2 4m9-4 1.500-3M3 10h6M8.500 17a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0zm13 0a2.500 2.500 0 1 1-5 0 2.500 2.500 0 0 1 5 0z"
          strokeLinecap="round"
        />
      )}
    </svg>
  );
}

function MoreButton({ order, onOpen }: { order: OrderView; onOpen: () => void }) {
  const t = useText();
  const name = t('shopOrders.moreOf', { number: order.orderNumber || String(order.id) });
  return (
    <span className={styles.more}>
      <Button look="secondary" data-more aria-haspopup="dialog" aria-label={name} onClick={onOpen}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" fill="currentColor">
          <circle cx="5" cy="12" r="2" />
          <circle cx="12" cy="12" r="2" />
          <circle cx="19" cy="12" r="2" />
        </svg>
      </Button>
    </span>
  );
}

/** It has ended, or is at a status that this page does not know: there is no next one to show. */
const isOver = (status: OrderStatus) => readOrderStatus(status) === undefined || isFinalStatus(status);

type NextStepProps = {
  order: OrderView;
  advancing: ReturnType<typeof useAdvanceOrder>;
  readyIn: number | undefined;
  titleId: string;
};

/** The button for the next status; an order whose shop asks for the pickup code is handed over in a dialog. */
function NextStep({ order, advancing, readyIn, titleId }: NextStepProps) {
  const t = useText();
  const [isHandingOver, setHandingOver] = useState(false);
  const about = t('history.order', { number: order.orderNumber || String(order.id) });
  const { takeaway, asks_code: asksCode } = order;
  const { status } = advancing;
  const money = useMoneyText({ order, status });
  const needsCode = needsPickupCode({ status, asksCode }, nextStatus({ status, takeaway }), 'shop');
  const advance = () => (needsCode ? setHandingOver(true) : advancing.advance(readyIn));
  return (
    <>
      {isOver(status) && !advancing.change ? (
        <span className={styles.end}>
          <StatusChip status={status} takeaway={takeaway} isForShop />
        </span>
      ) : null}
      <AdvanceButton titleId={titleId} about={about} takeaway={takeaway} {...advancing} advance={advance} />
      {isHandingOver ? (
        <HandOverDialog
          order={order}
          money={money}
          send={async (code) => {
            const params = { id: order.id };
            advancing.handedOver(await call(advanceOrder, { params, body: { status: 'Delivered', code } }));
          }}
          onHandedOver={() => setHandingOver(false)}
          onClose={() => setHandingOver(false)}
        />
      ) : null}
    </>
  );
}
