import type { OrderView } from '@haat/contract/orders/orders.calls';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeading } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { OfficeLoadFailure } from '../../shop/OfficeLoadFailure.tsx';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import { may } from '../../../shared/session/shop-role.ts';
import { OrderBoardContext, useOrderBoard } from '../board/advance-order.ts';
import { arrangeOrders } from '../board/arrange-orders.ts';
import { isPacked, useAllPackedLines } from '../board/packed-lines.ts';
import { openOrdersQuery, useListFailure } from '../board/shop-order-queries.ts';
import { useBoardKeys } from '../board/use-board-keys.ts';
import { useBoardRest } from '../board/use-board-rest.ts';
import { useShownOrders } from '../board/use-shown-orders.ts';
import { useTapGuard } from '../board/use-tap-guard.ts';
import { HelperOrders } from './HelperOrders.tsx';
import { PackingCard } from './PackingCard.tsx';
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
  const query = useQuery(openOrdersQuery(shopId));
  const { data: orders, error, refetch } = query;
  const failure = useListFailure(query);
  useBoardKeys();
  return (
    <OrderBoardContext value={board}>
      {failure ? <OfficeLoadFailure text={failure} onRetry={() => void refetch()} /> : null}
      {!orders && !error ? <Skeleton height="240px" radius="20px" /> : null}
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
