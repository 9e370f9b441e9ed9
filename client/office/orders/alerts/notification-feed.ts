import { useQueryClient } from '@tanstack/react-query';
import { createActorContext } from '@xstate/react';
import { useEffect } from 'react';
import { fromCallback, fromPromise } from 'xstate';
import {
  acknowledgedView,
  acknowledgeOrders,
  createStreamTicket,
  listNotifications,
  notificationView,
  type NotificationView,
  streamNotifications,
} from '@haat/contract/notify/notifications.calls';
import { acknowledgementMachine } from '@haat/machines/notify/acknowledgement.machine';
import {
  notificationFeedMachine,
  type StreamEvent,
  type StreamFrom,
} from '@haat/machines/notify/notification-feed.machine';
import { isRefusal } from '@haat/contract/reason';
import { call, matches, parseJson, pathOf } from '../../../lib/api.ts';
import { throttle } from '../../../lib/throttle.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../../lib/back-office-query-keys.ts';
import { API_BASE } from '../../../lib/config.ts';
import { noteChange } from '../../../lib/known-change.ts';
import { onLive } from '../../../lib/live-updates.ts';
import { useSession } from '../../../shared/session/SessionProvider.tsx';

/** The server sends something every five seconds; a dead connection may stay open for hours. */
const SILENCE_TIMEOUT_MS = 10_000;

/** The stats cost more to compute than the newest orders, and many orders change at a time. */
const STATS_REFETCH_MS = 3000;

const loadNotifications = fromPromise<NotificationView[]>(({ signal }) => call(listNotifications, { signal }));

/**
 * One connection to the shop's stream, opened with a ticket so that no access token is part of a URL. Its first error
 * closes it: a ticket is valid once, so the next connection needs another one.
 */
const notificationStream = fromCallback<StreamEvent, StreamFrom>(({ input, sendBack }) => {
  const closing = new AbortController();
  openStream(input.lastId, sendBack, closing.signal).catch((error: unknown) => {
    if (!closing.signal.aborted) sendBack({ type: isRefusal(error) ? 'stream.refused' : 'stream.failed' });
  });
  return () => closing.abort();
});

// `keepalive` and no signal: it is sent also when the page is closed right after the tap. With the shop: another tab may have
// switched the session to another one, whose orders nobody has seen here.
const acknowledgementOf = (shopId: number) =>
  fromPromise<unknown, { seq: number }>(({ input: { seq } }) =>
    call(acknowledgeOrders, { body: { seq, shop_id: shopId }, keepalive: true }),
  );

/** The machine of a shop's feed. */
export const feedOf = (shopId: number) =>
  notificationFeedMachine.provide({
    actors: {
      loadNotifications,
      stream: notificationStream,
      acknowledgement: acknowledgementMachine.provide({ actors: { sendAcknowledgement: acknowledgementOf(shopId) } }),
    },
  });

/** The live notifications of the vendor's own shop: one list and one stream for all screens of the shop. */
export const FeedContext = createActorContext(notificationFeedMachine);

/** Refetches the shop's orders and stats on live events, and applies the acknowledgements of other devices. */
export function useShopOrdersLive(): void {
  const feed = FeedContext.useActorRef();
  const queries = useQueryClient();
  const { shopId } = useSession();

  useEffect(() => {
    const refetchOrders = createRefetcher(() =>
      queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.allShopOrders }),
    );
    const stats = throttle(
      STATS_REFETCH_MS,
      createRefetcher(() => queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.allStats })),
    );
    const refetch = () => {
      refetchOrders();
      stats.call();
    };
    const announced = feed.on('announced', refetch);
    const stops = [
      // Both the stream and the socket bring the orders: a proxy may block either.
      () => announced.unsubscribe(),
      onLive('notification', refetch),
      onLive('order.status', refetch),
      onLive('order.refund', refetch),
      onLive('order.updated', refetch),
      onLive('reconnected', stats.call),
      stats.stop,
      onLive('replaced', () => feed.send({ type: 'stream.replaced' })),
      onLive('orders.acknowledged', ({ shop_id, seq }) => {
        if (shop_id === shopId) feed.send({ type: 'acknowledged', seq });
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [feed, queries, shopId]);
}

/** Ends the feed's backoff when the browser is online again or the page becomes visible. */
export function useReconnect(feed: { send: (event: { type: 'online' }) => void }): void {
  useEffect(() => {
    const reconnect = () => feed.send({ type: 'online' });
    const reconnectWhenVisible = () => {
      if (document.visibilityState === 'visible') reconnect();
    };
    window.addEventListener('online', reconnect);
    document.addEventListener('visibilitychange', reconnectWhenVisible);
    return () => {
      window.removeEventListener('online', reconnect);
      document.removeEventListener('visibilitychange', reconnectWhenVisible);
    };
  }, [feed]);
}

async function openStream(lastId: number, report: (event: StreamEvent) => void, signal: AbortSignal): Promise<void> {
  const { ticket } = await call(createStreamTicket, { signal });
  signal.throwIfAborted();
  const query = { token: ticket, lastEventId: lastId };
  const stream = new EventSource(API_BASE + pathOf(streamNotifications, { query }));
  const close = () => {
    stream.close();
    clearTimeout(timer);
  };
  const fail = () => {
    close();
    report({ type: 'stream.failed' });
  };
  let timer = setTimeout(fail, SILENCE_TIMEOUT_MS);
  const restartTimer = () => {
    clearTimeout(timer);
    timer = setTimeout(fail, SILENCE_TIMEOUT_MS);
  };
  for (const name of ['open', 'message', 'acknowledged', 'beat']) stream.addEventListener(name, restartTimer);
  forwardEvents(stream, report);
  stream.addEventListener('replaced', () => {
    close();
    report({ type: 'stream.replaced' });
  });
  stream.addEventListener('error', fail);
  signal.addEventListener('abort', close);
}

function forwardEvents(stream: EventSource, report: (event: StreamEvent) => void): void {
  stream.addEventListener('open', () => report({ type: 'stream.opened' }));
  stream.addEventListener('message', ({ data }: MessageEvent<string>) => {
    const notification = parseJson(data);
    if (!matches(notification, notificationView)) return;
    noteChange();
    report({ type: 'arrived', notification });
  });
  stream.addEventListener('acknowledged', ({ data }: MessageEvent<string>) => {
    const acknowledged = parseJson(data);
    if (matches(acknowledged, acknowledgedView)) report({ type: 'acknowledged', seq: acknowledged.seq });
  });
}

/**
 * Reads when it is called. Called again while a reading is on its way, it reads once more after that one: what changed
 * meanwhile may not be in it, and cut off by every change a reading would never end.
 */
export function createRefetcher(read: () => Promise<unknown>): () => void {
  let isReading = false;
  let isOutdated = false;
  const run = async () => {
    isReading = true;
    do {
      isOutdated = false;
      await read().catch(() => {});
    } while (isOutdated);
    isReading = false;
  };
  return () => {
    isOutdated = true;
    if (!isReading) void run();
  };
}
