import { listOrdersToPack } from '@haat/contract/orders/packing.calls';
import { listRiderOrders } from '@haat/contract/orders/rider-orders.calls';
import type { QueryClient } from '@tanstack/react-query';
import { callQuery } from '../../lib/call-query.ts';
import { isSessionElsewhere } from '../../lib/session-shop.ts';
import { counterItemsQuery } from '../counter/counter-items-query.ts';
import { receiptShopQuery } from '../orders/receipts/receipt-shop.ts';
import type { Session } from '../../shared/session/SessionProvider.tsx';
import { may } from '../../shared/session/shop-role.ts';
import { openOrdersQuery } from '../orders/board/shop-order-queries.ts';

/** Data that a screen has read this recently is not read again. */
const FRESH = { staleTime: 10 * 60_000 };

/**
 * Reads what the screens of a member need without a connection, so that each opens although it was not open before; no more once
 * this browser has switched to another shop.
 */
export async function readForOffline(queries: QueryClient, session: Session, shopId: number): Promise<void> {
  const params = { shopId };
  const orders = may(session, 'orders')
    ? () => queries.prefetchQuery({ ...openOrdersQuery(shopId), ...FRESH })
    : may(session, 'packing')
      ? () => queries.prefetchQuery(callQuery(listOrdersToPack, { params }, FRESH))
      : () => queries.prefetchQuery(callQuery(listRiderOrders, { params }, FRESH));
  const ofCounter = [
    () => queries.prefetchQuery({ ...counterItemsQuery(shopId), ...FRESH }),
    () => queries.prefetchQuery({ ...receiptShopQuery(shopId), ...FRESH }),
  ];
  const { userId } = session;
  for (const read of may(session, 'sales') ? [orders, ...ofCounter] : [orders]) {
    if (userId === undefined || isSessionElsewhere({ userId, shopId })) return;
    await read();
  }
}
