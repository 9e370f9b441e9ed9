import { advanceOrder, type OrderView } from '@haat/contract/orders/orders.calls';
import { hidesAddress } from '@haat/contract/orders/order-terms';
import { type OrderStatus, readOrderStatus } from '@haat/contract/orders/order-status';
import { needsPickupCode } from '@haat/machines/orders/hand-over';
import { isFinalStatus, nextStatus } from '@haat/machines/orders/order.machine';
import { memo, useEffect, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { acceptanceOf, acceptanceStage } from '@haat/contract/orders/acceptance';
import { formatRupees } from '@haat/contract/rupees';
import { type Text, useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
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
import { TicketLines } from './TicketLines.tsx';
import { useTicketKeys } from './use-board-keys.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { countdownText } from '../../../shared/orders/countdown.ts';
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

const SECOND = 1_000;
const MINUTE = 60_000;

/** How long the shop can still accept a new order, `4:10 left`, from half of that time on. */
function TimeToAccept({ order }: { order: OrderView }) {
  const t = useText();
  const acceptance = acceptanceOf(order);
  const [now, setNow] = useState(serverNow);
  const stage = acceptance ? acceptanceStage(acceptance, now) : 'early';
  const next = acceptance && (stage === 'early' ? acceptance.halfOver : stage === 'over' ? undefined : now + SECOND);

  useEffect(() => {
    if (next === undefined) return undefined;
    // A device may sleep meanwhile, and its clock be set.
    const timer = setTimeout(() => setNow(serverNow()), Math.min(MINUTE, Math.max(0, next - serverNow())));
    return () => clearTimeout(timer);
  }, [next, now]);

  if (!acceptance || stage === 'early') return null;
  const seconds = Math.max(0, Math.ceil((acceptance.acceptBy - now) / SECOND));
  return (
    <strong className={`${styles.left} ${stage === 'counting' ? styles.waiting : styles.late}`}>
      <span className={styles.word} role="timer">
        {stage === 'over' ? t('shopOrders.timeOver') : t('shopOrders.timeLeft', { time: countdownText(seconds) })}
      </span>
    </strong>
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

type PayProps = { order: OrderView; status: OrderStatus };
type Payment = { text: string; look: 'due' | 'paid' | 'none' };

/** The payment method and the total of the order. */
function PayTag(props: PayProps) {
  const { text, look } = paymentOf(useText(), props);
  return <strong className={`${styles.tag} ${styles[look]}`}>{text}</strong>;
}

function paymentOf(t: Text, { order, status }: PayProps): Payment {
  const { payment_method: method, payment_status: paid, cash_extra: extra, replaces } = order;
  const amount = formatRupees(order.total);
  const withAmount = (word: string) => `${word} ${amount}`;
  if (replaces) return { text: t('shopOrders.payFree'), look: 'none' };
  if (paid === 'refund_due' || paid === 'refunded')
    return { text: withAmount(t('shopOrders.payRefunded')), look: 'none' };
  if (paid === 'cancelled') return { text: t('shopOrders.nothingDue'), look: 'none' };
  if (order.channel === 'counter' && method !== 'cod')
    return { text: withAmount(t(COUNTER_TAGS[method])), look: 'paid' };
  if (method === 'cod')
    return { text: withAmount(t('shopOrders.payCash')), look: status === 'Delivered' ? 'paid' : 'due' };
  if (extra > 0 && status !== 'Delivered')
    return { text: t('shopOrders.collect', { amount: formatRupees(extra) }), look: 'due' };
  return { text: withAmount(t('shopOrders.payOnline')), look: 'paid' };
}

const COUNTER_TAGS = {
  upi: 'shopOrders.payUpi',
  card: 'counterSale.card',
  split: 'counterSale.paidInParts',
  online: 'shopOrders.payOnline',
} as const;

/** The amount to collect at the handover of the order, in words. */
function useMoneyText({ order, status }: PayProps): string {
  const t = useText();
  const { payment_method: method, payment_status: paid, total, cash_extra: extra, replaces } = order;
  const due = replaces || paid === 'cancelled' || status === 'Delivered' ? 0 : method === 'cod' ? total : extra;
  if (due > 0) return t('shopOrders.collect', { amount: formatRupees(due) });
  return t(method === 'online' && !replaces ? 'history.paidOnline' : 'shopOrders.nothingDue');
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

/** A link to the customer's latest problem. */
function ProblemLink({ order: { problems, shop } }: { order: OrderView }) {
  const t = useText();
  const [latest] = problems;
  if (!latest) return null;
  return (
    <Link className={buttonClass('secondary')} to={`/${shop.slug}/admin/problems/${latest.id}`}>
      {t('problem.link', { number: latest.number, state: t(`problem.state.${latest.state}`) })}
    </Link>
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
