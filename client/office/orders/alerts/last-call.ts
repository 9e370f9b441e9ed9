import type { OrderView } from '@haat/contract/orders/orders.calls';
import { type FeedName, type OrderUpdateEvent, shopFeed } from '@haat/contract/socket-events';
import { acceptanceOf, lastCallAt, LONGEST_LAST_CALL_MS } from '@haat/contract/orders/acceptance';
import { useEffect, useRef } from 'react';
import { onLive } from '../../../lib/live-updates.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { isSoundOn, playAlarm } from './new-order-sound.ts';
import { FeedContext } from './notification-feed.ts';

/** The server's call comes first: only it has a number, by which one device silences all. */
const GRACE_MS = 15_000;
const DAY = 24 * 60 * 60_000;

/** Rings again for an order that ends soon, when the server says so. `onCall`: also for other signs. */
export function useLastCalls(shopId: number, onCall: (event: OrderUpdateEvent) => void): void {
  const feed = FeedContext.useActorRef();
  const latest = useRef(onCall);
  useEffect(() => {
    latest.current = onCall;
  });
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>();
    const own: FeedName = shopFeed(shopId);
    const end = (orderId: number) => feed.send({ type: 'call.over', orderId });
    const stops = [
      onLive('order.updated', (event) => {
        const { update, order_id: orderId, seq } = event;
        if (event.feed !== own) return;
        if (update === 'last_call') {
          feed.send({ type: 'call', orderId, seq });
          // The event of its end may be missed.
          timers.add(setTimeout(() => end(orderId), LONGEST_LAST_CALL_MS + GRACE_MS));
          latest.current(event);
        }
        if (update === 'expired' || update === 'cancelled') end(orderId);
        if (update === 'expired' && isSoundOn()) playAlarm();
      }),
      // Sent for a customer, it is forwarded to the screens of the shop.
      onLive('order.status', ({ order_id: orderId }) => end(orderId)),
    ];
    return () => {
      stops.forEach((stop) => stop());
      timers.forEach(clearTimeout);
    };
  }, [feed, shopId]);
}

/** The same by the clock of this device, for the orders that the board shows. `now`: changes from time to time. */
export function useOwnLastCalls(orders: readonly OrderView[], now: Date): void {
  const feed = FeedContext.useActorRef();
  const called = useRef(new Set<number>());
  useEffect(() => {
    const waiting = orders.flatMap((order) => {
      const acceptance = order.order_status === 'Pending' ? acceptanceOf(order) : undefined;
      return acceptance && acceptance.acceptBy > serverNow() ? [{ orderId: order.id, acceptance }] : [];
    });
    const ids = new Set(waiting.map(({ orderId }) => orderId));
    for (const orderId of called.current) {
      if (ids.has(orderId)) continue;
      called.current.delete(orderId);
      feed.send({ type: 'call.over', orderId });
    }
    const timers = waiting.map(({ orderId, acceptance }) => {
      const wait = Math.max(0, lastCallAt(acceptance) + GRACE_MS - serverNow());
      // A later one is counted from again before.
      if (wait > DAY) return undefined;
      return setTimeout(() => {
        called.current.add(orderId);
        feed.send({ type: 'call', orderId });
      }, wait);
    });
    return () => timers.forEach(clearTimeout);
  }, [feed, orders, now]);
}
