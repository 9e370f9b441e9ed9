import type { Server as HttpServer, ServerResponse } from 'node:http';
import { shopFeed } from '@haat/contract/events/feeds';
import type { Bus } from '@haat/core/bus/bus';
import type { Session } from '@haat/core/services/auth/session';
import { newestNumber } from '@haat/core/services/notifications/read-feeds';
import { AcknowledgementAnnouncer } from './acknowledgement-announcer.ts';
import { FeedHub } from './feed-hub.ts';
import { Heartbeats } from './heartbeats.ts';
import { PerUserLimit } from './per-user-limit.ts';
import { SessionWatch } from './session-watch.ts';
import { ShelfAnnouncer } from './shelf-announcer.ts';
import { type AttachedSockets, attachSockets } from './socket-server.ts';
import { SseStream } from './sse-stream.ts';
import { Stay } from './stay.ts';

const STREAMS_PER_USER = 5;

export type LiveHubOptions = { sweepEveryMs?: number; askSessionsEveryMs?: number };

/** Everything live of one api replica, told by the bus, which stays open when the hub is closed. */
export class LiveHub {
  readonly #feeds: FeedHub;
  readonly #sessions: SessionWatch;
  readonly #shelves: ShelfAnnouncer;
  readonly #acknowledgements: AcknowledgementAnnouncer;
  readonly #heartbeats = new Heartbeats();
  readonly #perUser = new PerUserLimit(STREAMS_PER_USER);
  readonly #streams = new Set<SseStream>();
  #sockets: AttachedSockets | undefined;
  #isClosed = false;

  constructor(bus: Pick<Bus, 'subscribe' | 'onReconnect'>, options: LiveHubOptions = {}) {
    this.#feeds = new FeedHub(bus, options.sweepEveryMs);
    this.#sessions = new SessionWatch(bus, options.askSessionsEveryMs);
    this.#shelves = new ShelfAnnouncer(bus, options);
    this.#acknowledgements = new AcknowledgementAnnouncer(bus, options.sweepEveryMs);
  }

  /**
   * Writes the feed of the session's shop into the answer until either side ends it; `after`: the last number seen.
   * Resolves once the reader has caught up, for whatever waits for a stream is kept in memory as long as it is open.
   * Rejects when the database does not answer, before the head of the answer or after it.
   */
  async stream(res: ServerResponse, session: Session, after?: number): Promise<void> {
    const feed = shopFeed(session.shopId);
    // Asked for before the reader knows that it is connected: what comes after that moment must not be missed.
    const newest = await newestNumber(feed);
    const from = Math.min(after ?? newest, newest);
    // Who has left by now closes no more: nothing would ever be cleared away.
    if (res.destroyed) return;
    const stream = new SseStream(res);
    const stay = new Stay(this.#takeIn(stream, session));
    res.once('close', () => stay.end());
    stream.open();
    try {
      // The browser comes back by itself, to another replica or to the next start of this one.
      if (this.#isClosed) return stream.movesOn();
      stay.add(await this.#acknowledgements.watch(session.shopId, (seq) => stream.acknowledged(seq)));
      stay.add(await this.#feeds.attach(feed, stream, from));
    } catch (error) {
      stay.end();
      stream.end();
      throw error;
    }
  }

  /** Answers Socket.IO on this server. */
  attachSockets(server: HttpServer): void {
    this.#sockets = attachSockets({
      server,
      feeds: this.#feeds,
      sessions: this.#sessions,
      shelves: this.#shelves,
      acknowledgements: this.#acknowledgements,
    });
  }

  /** How many are connected now. */
  counts(): { streams: number; sockets: number } {
    return { streams: this.#streams.size, sockets: this.#sockets?.count() ?? 0 };
  }

  /** Ends all streams and sockets; browsers come back by themselves, with the last number they saw. */
  close(): void {
    this.#isClosed = true;
    for (const stream of this.#streams) stream.movesOn();
    this.#feeds.close();
    this.#sessions.close();
    this.#shelves.close();
    this.#acknowledgements.close();
    this.#heartbeats.close();
    this.#sockets?.end();
  }

  #takeIn(stream: SseStream, session: Session): (() => void)[] {
    this.#streams.add(stream);
    return [
      this.#perUser.admit(session.userId, () => stream.replaced()),
      this.#sessions.watch(session, () => stream.end()),
      this.#heartbeats.add(() => stream.beat()),
      () => this.#streams.delete(stream),
    ];
  }
}
