import type { OrderView } from '@haat/contract/orders/orders.calls';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { hidesAddress } from '@haat/contract/orders/order-terms';
import { listOrdersToPack, type OrderToPackView } from '@haat/contract/orders/packing.calls';
import { useText } from '../../../i18n/use-text.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeading } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import { may } from '../../../shared/session/shop-role.ts';
import { OrderBoardContext, useAdvanceOrder, useOrderBoard } from '../board/advance-order.ts';
import { arrangeOrders } from '../board/arrange-orders.ts';
import { isPacked, useAllPackedLines } from '../board/packed-lines.ts';
import { OrdersState } from '../board/OrdersState.tsx';
import { openOrdersQuery } from '../board/shop-order-queries.ts';
import { useBoardKeys } from '../board/use-board-keys.ts';
import { useBoardRest } from '../board/use-board-rest.ts';
import { useShownOrders } from '../board/use-shown-orders.ts';
import { useTapGuard } from '../board/use-tap-guard.ts';
import { Button } from '../../../ui/Button.tsx';
import { AlertDialog } from '../../../ui/Dialog.tsx';
import { PackingArticle, usePacking } from './PackingArticle.tsx';
import { useCall } from '../../../lib/call-query.ts';
import { useArrivalSound } from './arrival-sound.ts';
import { useFollowTeamOrders } from '../team-orders.ts';
import { POLLED } from '../use-shop-orders-live.ts';
import { HelperCard } from './HelperCard.tsx';
import styles from './PackingScreen.module.css';

/** The orders to pack, in large type for a screen at the packing table: no money and no phone numbers. */
export function PackingScreen() {
  const t = useText();
  const { shopSlug } = useParams();
  const session = useSession();
  const { shopId, shopSlug: own } = session;
  // Who may see whole orders moves them like on the order board.
  const Orders = may(session, 'orders') ? OrdersToPack : HelperOrders;
  if (own && own !== shopSlug) return <Navigate to={`/${own}/packing`} replace />;
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <PageHeading>{t('packing.title')}</PageHeading>
        {Orders === OrdersToPack ? <p className={styles.keys}>{t('packing.keys')}</p> : null}
      </div>
      {shopId === undefined ? <Notice tone="error">{t('shopOrders.noShop')}</Notice> : <Orders shopId={shopId} />}
    </div>
  );
}

function OrdersToPack({ shopId }: { shopId: number }) {
  const board = useOrderBoard();
  const read = useQuery(openOrdersQuery(shopId));
  const { data: orders } = read;
  useBoardKeys();
  return (
    <OrderBoardContext value={board}>
      <OrdersState read={read} waiting={<Skeleton height="240px" radius="20px" />} />
      {orders ? <PackingList orders={orders} /> : null}
    </OrderBoardContext>
  );
}

const LANE = [{ key: 'packing', statuses: ['Accepted'] }] as const;

/** Accepted orders by promised time, packed ones last. Cards move only while the screen is not in use. */
function PackingList({ orders }: { orders: readonly OrderView[] }) {
  const t = useText();
  const now = useMinute();
  const list = useRef<HTMLDivElement>(null);
  const packed = useAllPackedLines();
  const rest = useBoardRest(list);
  const target = useMemo(() => {
    const ids = arrangeOrders(orders, LANE)['packing'] ?? [];
    const packedIds = new Set(orders.filter((order) => isPacked(packed, order)).map(({ id }) => id));
    return { packing: ids.toSorted((a, b) => Number(packedIds.has(a)) - Number(packedIds.has(b))) };
  }, [orders, packed]);
  const { shown, orderOf } = useShownOrders(orders, target, rest);
  useTapGuard(list);
  const cards = (shown['packing'] ?? []).flatMap((id) => orderOf(id) ?? []);
  return (
    <div ref={list} data-lane="packing">
      {cards.length === 0 ? <EmptyState text={t('packing.none')} /> : null}
      <ol className={styles.list}>
        {cards.map((order) => (
          <li key={order.id}>
            <PackingCard order={order} now={now} />
          </li>
        ))}
      </ol>
    </div>
  );
}

type Props = { order: OrderView; now: Date };

/**
 * One order to pack. `Packed` makes a takeaway ready and notifies its customer; a delivery stays, marked as packed, until it
 * leaves the shop.
 */
function PackingCard({ order, now }: Props) {
  const t = useText();
  const advancing = useAdvanceOrder(order);
  const { status, isUndoable, isSaving, problem } = advancing;
  const packing = usePacking(order);
  const mustAsk = order.cancellation?.state === 'open' || order.proposal?.state === 'open';
  const pack = () => {
    packing.tickAll();
    if (order.takeaway) advancing.advance();
  };
  return (
    <PackingArticle
      order={{ ...order, order_status: status }}
      number={order.orderNumber || String(order.id)}
      head={t(hidesAddress(order) ? 'shopOrders.forPickup' : 'shopOrders.forDelivery')}
      {...{ now, packing }}
    >
      {status !== 'Accepted' || mustAsk ? null : packing.isAllIn && !order.takeaway ? (
        <p className={styles.done}>{t('packing.isPacked')}</p>
      ) : (
        <div className={styles.actions}>
          <Button wide data-advance aria-disabled={isUndoable || isSaving} onClick={isUndoable ? undefined : pack}>
            {t(isSaving ? 'shopOrders.updating' : 'packing.packed')}
          </Button>
          {isUndoable ? (
            <Button look="secondary" data-undo onClick={advancing.undo}>
              {t('common.undo')}
            </Button>
          ) : null}
        </div>
      )}
      {problem ? <AlertDialog text={problem} onClose={advancing.dismiss} /> : null}
    </PackingArticle>
  );
}

/** The work of a helper: orders to pack, fully packed ones last, then takeaways that are ready to be handed over. */
function HelperOrders({ shopId }: { shopId: number }) {
  const t = useText();
  const now = useMinute();
  const packed = useAllPackedLines();
  const read = useCall(listOrdersToPack, { params: { shopId } }, POLLED);
  const { data: orders } = read;
  useFollowTeamOrders(shopId);
  useArrivalSound(orders);
  useBoardKeys();
  const isDone = (order: OrderToPackView) => !order.takeaway && isPacked(packed, order);
  const toPack = orders?.filter(({ order_status }) => order_status === 'Accepted') ?? [];
  const ready = orders?.filter(({ order_status }) => order_status === 'Ready') ?? [];
  return (
    <>
      <OrdersState read={read} waiting={<Skeleton height="240px" radius="20px" />} />
      {orders && toPack.length === 0 ? <EmptyState text={t('packing.none')} /> : null}
      <ol className={styles.list}>
        {toPack
          .toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)))
          .map((order) => (
            <li key={order.id}>
              <HelperCard order={order} shopId={shopId} now={now} />
            </li>
          ))}
      </ol>
      {ready.length > 0 ? (
        <section aria-labelledby="to-hand-over">
          <h2 id="to-hand-over" className={styles.part}>
            {t('packing.toHandOver')}
          </h2>
          <ol className={styles.list}>
            {ready.map((order) => (
              <li key={order.id}>
                <HelperCard order={order} shopId={shopId} now={now} />
              </li>
            ))}
          </ol>
        </section>
      ) : null}
    </>
  );
}
