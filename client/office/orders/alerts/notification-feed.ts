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
import type { Carrying } from '@haat/contract/socket-events';
import { acknowledgementMachine } from '@haat/machines/notify/acknowledgement.machine';
import {
  notificationFeedMachine,
  type StreamEvent,
  type StreamFrom,
} from '@haat/machines/notify/notification-feed.machine';
import { isRefusal } from '@haat/contract/reason';
import { call, matches, parseJson, pathOf } from '../../../lib/api.ts';
import { API_BASE } from '../../../lib/config.ts';
import { noteChange } from '../../../lib/known-change.ts';

/** The server sends something every five seconds; a dead connection may stay open for hours. */
const SILENCE_TIMEOUT_MS = 10_000;

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

// `keepalive` and no signal: it is sent even if the page is closed right after the tap. With the shop: another tab may have
// switched the session to a shop whose orders have not been seen here.
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
    const arrived = parseJson(data);
    if (!matches(arrived, notificationView)) return;
    noteChange();
    const { order, ...notification } = arrived as Carrying<NotificationView>;
    report({ type: 'arrived', notification, order });
  });
  stream.addEventListener('acknowledged', ({ data }: MessageEvent<string>) => {
    const acknowledged = parseJson(data);
    if (matches(acknowledged, acknowledgedView)) report({ type: 'acknowledged', seq: acknowledged.seq });
  });
}
