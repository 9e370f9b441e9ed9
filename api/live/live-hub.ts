import type { Server as HttpServer, ServerResponse } from 'node:http';
import { shopFeed } from '@haat/contract/socket-events';
import type { Bus } from '@haat/core/live/bus';
import type { Session } from '@haat/core/accounts/session';
import { readableAfter } from '@haat/core/notify/acknowledge-orders';
import { latestSeq, presentNotification, presentToLocked } from '@haat/core/notify/feeds';
import { gauge } from '@haat/core/ops/metrics/counters';
import { Acknowledgements } from './acknowledgements.ts';
import { FeedHub } from './feed-hub.ts';
import { PerUserLimit } from './limits.ts';
import { SessionWatch } from './session-watch.ts';
import { CatalogUpdates } from './catalog-sockets.ts';
import { type AttachedSockets, attachSockets } from './socket-server.ts';
import { SseStream } from './sse-stream.ts';

const STREAMS_PER_USER = 5;

/** `after`: the last number received. `headers`: alternating names and values, in addition to those set on the response. */
type StreamOptions = { after?: number | undefined; headers?: readonly string[] };
type LiveHubOptions = { sweepEveryMs?: number; checkSessionsEveryMs?: number };

/** Streams and sockets of one api process. The bus that signals them stays open when the hub is closed. */
export class LiveHub {
  readonly #bus: Pick<Bus, 'subscribe' | 'onReconnect'>;
  readonly #feeds: FeedHub;
  readonly #sessions: SessionWatch;
  readonly #catalogs: CatalogUpdates;
  readonly #acknowledgements: Acknowledgements;
  readonly #heartbeats = new Heartbeats();
  readonly #perUser = new PerUserLimit(STREAMS_PER_USER);
  readonly #streams = new Set<SseStream>();
  #sockets: AttachedSockets | undefined;
  #isClosed = false;

  constructor(bus: Pick<Bus, 'subscribe' | 'onReconnect'>, options: LiveHubOptions = {}) {
    this.#bus = bus;
    this.#feeds = new FeedHub(bus, options.sweepEveryMs);
    this.#sessions = new SessionWatch(bus, options.checkSessionsEveryMs);
    this.#catalogs = new CatalogUpdates(bus, options);
    this.#acknowledgements = new Acknowledgements(bus, options.sweepEveryMs);
  }

  /**
   * Streams the feed of the session's shop until either side ends it. Resolves once the reader has caught up, so that the
   * request's memory is freed while the stream is open. Rejects when the database does not respond, before the headers were sent
   * or after.
   */
  async stream(res: ServerResponse, session: Session, { after, headers = [] }: StreamOptions = {}): Promise<void> {
    const feed = shopFeed(session.shopId);
    // Before the reader learns that it is connected: rows after that moment must not be missed.
    const newest = await latestSeq(feed);
    const from = Math.min(await readableAfter(session, after ?? newest), newest);
    // A response that is already closed emits no `close`, so nothing would ever be released.
    if (res.destroyed) return;
    const stream = new SseStream(res, session.isLocked ? presentToLocked : presentNotification);
    const subscription = new Subscription(this.#register(stream, session));
    res.once('close', () => subscription.end());
    stream.open(headers);
    try {
      // The browser reconnects, to another replica or to this one after its restart.
      if (this.#isClosed) return stream.movesOn();
      subscription.add(await this.#acknowledgements.watch(session.shopId, (seq) => stream.acknowledged(seq)));
      subscription.add(await this.#feeds.attach(feed, stream, from));
    } catch (error) {
      subscription.end();
      stream.end();
      throw error;
    }
  }

  /** Serves Socket.IO on this server. */
  attachSockets(server: HttpServer): void {
    this.#sockets = attachSockets({
      server,
      feeds: this.#feeds,
      sessions: this.#sessions,
      catalogs: this.#catalogs,
      acknowledgements: this.#acknowledgements,
      bus: this.#bus,
    });
  }

  /** Open connections. */
  counts(): { streams: number; sockets: number } {
    return { streams: this.#streams.size, sockets: this.#sockets?.count() ?? 0 };
  }

  /** Ends all streams and sockets; browsers reconnect with the last number they received. */
  close(): void {
    this.#isClosed = true;
    for (const stream of this.#streams) stream.movesOn();
    this.#feeds.close();
    this.#sessions.close();
    this.#catalogs.close();
    this.#acknowledgements.close();
    this.#heartbeats.close();
    this.#sockets?.end();
  }

  #register(stream: SseStream, session: Session): (() => void)[] {
    this.#streams.add(stream);
    return [
      this.#perUser.admit(session.userId, () => stream.replaced()),
      this.#sessions.watch(session, () => stream.end()),
      this.#heartbeats.add(() => stream.beat()),
      () => this.#streams.delete(stream),
    ];
  }
}

type Live = { counts(): { streams: number; sockets: number } };

let current: Live | undefined;

gauge({
  name: 'haat_live_connections',
  help: 'Open connections by kind: streams (server-sent events) and sockets.',
  labelNames: ['kind'],
  collect() {
    for (const [kind, count] of Object.entries(current?.counts() ?? {})) this.set({ kind }, count);
  },
});

/** Adds the connections of this hub to the metrics. */
export function measureLive(hub: Live): void {
  current = hub;
}

const EVERY_MS = 5_000;
const SLICES = 60;

/**
 * Calls each heartbeat every five seconds, spread over that time: writing to ten thousand streams in one go would block the
 * process.
 */
class Heartbeats {
  readonly #slices = Array.from({ length: SLICES }, () => new Set<() => void>());
  readonly #timer: NodeJS.Timeout;
  #added = 0;
  #next = 0;

  constructor(everyMs = EVERY_MS) {
    this.#timer = setInterval(() => this.#beat(), everyMs / SLICES).unref();
  }

  /** Returns the function that removes it. */
  add(beat: () => void): () => void {
    const slice = this.#slices[this.#added++ % SLICES];
    slice?.add(beat);
    return () => slice?.delete(beat);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const slice = this.#slices[this.#next++ % SLICES];
    for (const beat of slice ?? []) beat();
  }
}

/** Everything that a connection must release when it ends, even while it is still being set up. */
class Subscription {
  readonly #leaves: (() => void)[];
  #isOver = false;

  constructor(leaves: (() => void)[]) {
    this.#leaves = leaves;
  }

  add(leave: () => void): void {
    if (this.#isOver) leave();
    else this.#leaves.push(leave);
  }

  end(): void {
    this.#isOver = true;
    for (const leave of this.#leaves.splice(0)) leave();
  }
}
