import type { OrderView } from '@haat/contract/orders/orders.calls';
import { type OrderStatus, orderStatusClass } from '@haat/contract/orders/order-status';
import { OPEN_STATUSES } from '@haat/machines/orders/order.machine';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { orderStatusTextId } from '../../../i18n/order-status-text.ts';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { useOwnLastCalls } from '../alerts/last-call.ts';
import { arrangeOrders, type Lane as LaneOf, waitingOf } from './arrange-orders.ts';
import { forgetPackedLines } from './packed-lines.ts';
import { Lane } from './Lane.tsx';
import { LoadingOrders } from './OrderPages.tsx';
import { OrdersState } from './OrdersState.tsx';
import { openOrdersQuery } from './shop-order-queries.ts';
import { useBoardHeight } from './use-board-height.ts';
import { useBoardRest } from './use-board-rest.ts';
import { useShownOrders } from './use-shown-orders.ts';
import { useTapGuard } from './use-tap-guard.ts';
import styles from './OrderBoard.module.css';

/** One lane for each open status. */
export const COLUMNS: readonly LaneOf[] = OPEN_STATUSES.map((status) => ({
  key: orderStatusClass(status),
  statuses: [status],
}));
/** All open orders in one. */
export const ONE_LIST: readonly LaneOf[] = [{ key: 'all', statuses: OPEN_STATUSES }];

type Props = {
  shopId: number;
  lanes: readonly LaneOf[];
  /** The lane to be in view on a phone. */
  tab: string | undefined;
  onSwipe: (lane: string) => void;
  empty: ReactNode;
};

/** The open orders of a shop, in one lane per status or a single lane. Its cards move only while the board is idle. */
export function OpenOrders({ shopId, lanes, tab, onSwipe, empty }: Props) {
  const read = useQuery(openOrdersQuery(shopId));
  const { data: orders } = read;
  useEffect(() => {
    if (orders) forgetPackedLines(new Set(orders.map(({ id }) => id)));
  }, [orders]);
  return (
    <>
      <OrdersState read={read} waiting={<LoadingOrders />} />
      {orders ? <Lanes key={lanes[0]?.key} {...{ orders, lanes, tab, onSwipe, empty }} /> : null}
    </>
  );
}

type LanesProps = Omit<Props, 'shopId'> & { orders: readonly OrderView[] };

function Lanes({ orders, lanes, tab, onSwipe, empty }: LanesProps) {
  const t = useText();
  const now = useMinute();
  const board = useRef<HTMLDivElement>(null);
  useBoardHeight(board);
  useMoreColumns(board);
  useOwnLastCalls(orders, now);
  const { isResting, held, rest } = useBoardRest(board);
  const target = useMemo(() => arrangeOrders(orders, lanes), [orders, lanes]);
  const { shown, orderOf } = useShownOrders(orders, target, { isResting, held });
  useTapGuard(board);
  useShownTab(board, tab, onSwipe);
  const present = new Set(orders.map(({ id }) => id));
  const waiting = waitingOf(shown, target);
  const isOneList = lanes.length === 1;
  return (
    <div ref={board} className={`${styles.board} ${isOneList ? styles.one : ''}`}>
      {lanes.map(({ key, statuses }) => (
        <Lane
          key={key}
          statuses={statuses}
          lane={key}
          label={t(isOneList ? 'shopOrders.allOpen' : laneTextId(statuses[0] ?? 'Pending'))}
          orders={(shown[key] ?? []).flatMap((id) => orderOf(id) ?? [])}
          isGone={(id) => !present.has(id)}
          waiting={waiting.filter((id) => target[key]?.includes(id)).length}
          now={now}
          empty={empty}
          onShow={rest}
        />
      ))}
    </div>
  );
}

/** Marks the board while a column at its right is cut off. */
function useMoreColumns(board: { current: HTMLDivElement | null }): void {
  useEffect(() => {
    const element = board.current;
    if (!element) return undefined;
    const mark = () => {
      const hidden = element.scrollWidth - element.clientWidth - element.scrollLeft;
      element.toggleAttribute('data-cut', hidden > CUT_OFF_PX);
    };
    mark();
    const observer = new ResizeObserver(mark);
    for (const lane of [element, ...element.children]) observer.observe(lane);
    element.addEventListener('scroll', mark, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', mark);
    };
  }, [board]);
}

const CUT_OFF_PX = 8;

/** On a phone, the lane of the tab is in view, and the tab follows a swipe. */
function useShownTab(
  board: { current: HTMLDivElement | null },
  tab: string | undefined,
  onSwipe: (lane: string) => void,
): void {
  const swiped = useRef(tab);
  useEffect(() => {
    if (tab === undefined || swiped.current === tab) return;
    swiped.current = tab;
    const lane = board.current?.querySelector<HTMLElement>(`[data-lane="${tab}"]`);
    if (lane && board.current) board.current.scrollTo({ left: lane.offsetLeft - board.current.offsetLeft });
  }, [board, tab]);

  useEffect(() => {
    const element = board.current;
    if (!element) return undefined;
    const follow = () => {
      const lanes = [...element.querySelectorAll<HTMLElement>('[data-lane]')];
      // Several are in view on a wide screen, which has no tabs.
      if (lanes.length < 2 || (lanes[0]?.offsetWidth ?? 0) < element.clientWidth * 0.8) return;
      const key = lanes[Math.round(element.scrollLeft / element.clientWidth)]?.dataset.lane;
      if (key === undefined || key === swiped.current) return;
      swiped.current = key;
      onSwipe(key);
    };
    element.addEventListener('scrollend', follow);
    return () => element.removeEventListener('scrollend', follow);
  }, [board, onSwipe]);
}

/** How many open orders each lane has. */
export function useLaneCounts(shopId: number): Readonly<Record<string, number>> {
  const { data: orders } = useQuery(openOrdersQuery(shopId));
  const countOf = (status: OrderStatus | undefined) =>
    orders?.filter(({ order_status: each }) => each === status).length ?? 0;
  return Object.fromEntries(COLUMNS.map(({ key, statuses: [status] }) => [key, countOf(status)]));
}

/** Which text is over the orders of a status. */
export const laneTextId = (status: OrderStatus): TextId =>
  status === 'Pending' ? 'shopOrders.newOrders' : orderStatusTextId(status);
