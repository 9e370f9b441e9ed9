import type { Server as HttpServer, ServerResponse } from 'node:http';
import { shopFeed } from '@haat/contract/events/feeds';
import type { Bus } from '@haat/core/bus/bus';
import type { Session } from '@haat/core/services/auth/session';
import { newestNumber } from '@haat/core/services/notifications/read-feeds';
import { FeedHub } from './feed-hub.ts';
import { Heartbeats } from './heartbeats.ts';
import { PerUserLimit } from './per-user-limit.ts';
import { SessionWatch } from './session-watch.ts';
import { attachSockets } from './socket-server.ts';
import { SseStream } from './sse-stream.ts';

const STREAMS_PER_USER = 5;

/** Everything live of one api replica. */
export type LiveHub = {
  /** Writes the feed of the session's shop into the answer until either side ends it; `after`: the last number seen. */
  stream(res: ServerResponse, session: Session, after?: number): Promise<void>;
  /** Answers Socket.IO on this server. */
  attachSockets(server: HttpServer): void;
  /** Ends all streams and sockets; browsers come back by themselves, with the last number they saw. */
  close(): void;
};

export type LiveHubOptions = { sweepEveryMs?: number; askSessionsEveryMs?: number };

/** The live side of this replica, told by the bus, which stays open when the hub is closed. */
export function createLiveHub(bus: Pick<Bus, 'subscribe' | 'onReconnect'>, options: LiveHubOptions = {}): LiveHub {
  const feeds = new FeedHub(bus, options.sweepEveryMs);
  const sessions = new SessionWatch(bus, options.askSessionsEveryMs);
  const heartbeats = new Heartbeats();
  const perUser = new PerUserLimit(STREAMS_PER_USER);
  const streams = new Set<SseStream>();
  let isClosed = false;
  const closers = [() => feeds.close(), () => sessions.close(), () => heartbeats.close()];

  return {
    async stream(res, session, after) {
      const feed = shopFeed(session.shopId);
      // Asked for before the reader knows that it is connected: what comes after that moment must not be missed.
      const from = after ?? (await newestNumber(feed));
      const stream = new SseStream(res);
      const leaves = [
        perUser.admit(session.userId, () => stream.replaced()),
        sessions.watch(session, () => stream.end()),
        heartbeats.add(() => stream.beat()),
        () => streams.delete(stream),
      ];
      streams.add(stream);
      const closed = new Promise<void>((done) => void res.once('close', done));
      stream.open();
      try {
        // The browser comes back by itself, to another replica or to the next start of this one.
        if (isClosed) return;
        leaves.push(await feeds.attach(feed, stream, from));
        await closed;
      } finally {
        for (const leave of leaves) leave();
        stream.end();
      }
    },
    attachSockets(server) {
      closers.push(attachSockets({ server, feeds, sessions }));
    },
    close() {
      isClosed = true;
      for (const stream of streams) stream.end();
      for (const close of closers) close();
    },
  };
}
