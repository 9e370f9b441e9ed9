import { type FeedName, shopFeed } from '@haat/contract/socket-events';
import type { Bus, Signal } from '@haat/core/live/bus';
import { throttledErrorLog } from '@haat/core/ops/log';
import { FEED_BATCH, type FeedRow, latestSeq, latestSeqs, readFeeds } from '@haat/core/notify/feeds';
import { type CarriedOrders, CarriedOrderReader, ordersOfFeed } from './carried-orders.ts';
import { framesOf } from './sse-stream.ts';

const SWEEP_EVERY_MS = 5_000;
/** How many of the latest changes are known to have been forwarded. */
const FORWARDED_KEPT = 10_000;

/**
 * `seq`: all rows up to it were delivered to the readers in `live`; undefined until the latest number was read. `signaled`: the
 * latest number that a signal named.
 */
type Feed = { name: FeedName; seq: number | undefined; signaled: number; readers: number; live: Set<FeedReader> };
type KnownFeed = Feed & { seq: number };
type FeedSignal = Extract<Signal, { type: 'feed' }>;

const logFailure = throttledErrorLog('live feeds');

/**
 * Delivers new rows of feeds to the readers connected to this process. A signal only says that there are rows after the last
 * delivered one; a periodic sweep finds rows whose signal was lost. One statement reads all feeds with new rows, so that load
 * does not multiply statements.
 */
export class FeedHub {
  readonly #feeds = new Map<FeedName, Feed>();
  readonly #pending = new Set<KnownFeed>();
  /** Feed and number: a change is signaled after its commit, and again by its job. */
  readonly #forwarded = new Set<string>();
  readonly #orders = new CarriedOrderReader();
  readonly #stops: (() => void)[];
  #reading: Promise<void> | undefined;
  #rooms: Rooms | undefined;

  constructor(bus: Pick<Bus, 'subscribe' | 'onReconnect'>, sweepEveryMs = SWEEP_EVERY_MS) {
    const sweep = (): void => void this.#sweep().catch(logFailure);
    const timer = setInterval(sweep, sweepEveryMs).unref();
    this.#stops = [
      bus.subscribe((signal) => this.#receive(signal)),
      bus.onReconnect(sweep),
      () => clearInterval(timer),
    ];
  }

  useRooms(rooms: Rooms): void {
    this.#rooms = rooms;
  }

  /**
   * Subscribes a reader to a feed: first all rows after the number `after`, then every new row. A number beyond the latest
   * counts as the latest. Resolves, once the reader has caught up, to the function that unsubscribes it. Rejects when the
   * database does not respond.
   */
  async attach(name: FeedName, reader: FeedReader, after: number): Promise<() => void> {
    const feed = this.#open(name);
    try {
      const newest = await latestSeq(name);
      const known = Object.assign(feed, { seq: feed.seq ?? newest });
      if (known.signaled > known.seq) this.#read(known).catch(logFailure);
      await this.#catchUp(known, reader, Math.min(after, newest));
    } catch (error) {
      this.#leave(feed, reader);
      throw error;
    }
    return () => this.#leave(feed, reader);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#feeds.clear();
  }

  #open(name: FeedName): Feed {
    const feed = this.#feeds.get(name) ?? { name, seq: undefined, signaled: 0, readers: 0, live: new Set() };
    this.#feeds.set(name, feed);
    feed.readers += 1;
    return feed;
  }

  #leave(feed: Feed, reader: FeedReader): void {
    feed.live.delete(reader);
    feed.readers -= 1;
    if (feed.readers === 0 && this.#isOpen(feed)) this.#feeds.delete(feed.name);
  }

  // Replayed and live rows must neither overtake nor repeat each other: a reader joins the live ones at the moment when it
  // has the same rows. A reader that comes from another replica may be ahead of them; then the feed catches up.
  async #catchUp(feed: KnownFeed, reader: FeedReader, from: number): Promise<void> {
    const isWaiting = (): boolean => !reader.isGone() && this.#isOpen(feed);
    let cursor = from;
    while (isWaiting() && cursor !== feed.seq) {
      if (cursor > feed.seq) await this.#read(feed);
      else cursor = await replay(feed, reader, cursor);
    }
    if (!isWaiting()) return;
    feed.live.add(reader);
    reader.caughtUp();
  }

  #receive(signal: Signal): void {
    if (signal.type !== 'feed') return;
    const feed = this.#feeds.get(signal.feed);
    if (feed) this.#noteSeq(feed, signal.seq);
    const shop = signal.shopId === undefined ? undefined : shopFeed(signal.shopId);
    if (shop && shop !== signal.feed && this.#rooms?.has(shop)) this.#forwardChange(shop, signal).catch(logFailure);
  }

  #noteSeq(feed: Feed, seq: number): void {
    feed.signaled = Math.max(feed.signaled, seq);
    if (isKnown(feed) && seq > feed.seq) this.#read(feed).catch(logFailure);
  }

  async #forwardChange(shop: FeedName, { feed, seq }: FeedSignal): Promise<void> {
    const change = `${feed}#${seq}`;
    if (this.#forwarded.has(change)) return;
    this.#remember(change);
    const [row] = await readFeeds([{ feed, after: seq - 1 }]).catch((error: unknown) => {
      this.#forwarded.delete(change);
      throw error;
    });
    // The shop never saw an order whose payment did not arrive.
    if (row?.seq !== seq || row.kind === 'order.expired') return;
    const orders = await this.#orders.read(seesOrders(this.#feeds.get(shop)) ? [row] : []);
    this.#rooms?.forwardChange(shop, row, ordersOfFeed(orders, shop));
  }

  #remember(change: string): void {
    this.#forwarded.add(change);
    const [oldest] = this.#forwarded;
    if (this.#forwarded.size > FORWARDED_KEPT && oldest !== undefined) this.#forwarded.delete(oldest);
  }

  async #sweep(): Promise<void> {
    if (this.#feeds.size === 0) return;
    for (const [name, seq] of await latestSeqs([...this.#feeds.keys()])) {
      const feed = this.#feeds.get(name);
      if (feed) this.#noteSeq(feed, seq);
    }
  }

  /** Resolves when the feed was read up to now; requests during a read are served by the next one. */
  #read(feed: KnownFeed): Promise<void> {
    this.#pending.add(feed);
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    while (this.#pending.size > 0) {
      const feeds = [...this.#pending].filter((feed) => this.#isOpen(feed));
      this.#pending.clear();
      if (feeds.length === 0) return;
      const rows = await readFeeds(feeds.map(({ name, seq }) => ({ feed: name, after: seq })));
      const rowsOf = Map.groupBy(rows, (row) => row.feed);
      const orders = await this.#orders.read(feeds.filter(seesOrders).flatMap(({ name }) => rowsOf.get(name) ?? []));
      for (const feed of feeds.filter((each) => this.#isOpen(each))) {
        const added = rowsOf.get(feed.name) ?? [];
        this.#deliver(feed, added, ordersOfFeed(orders, feed.name));
        if (added.length === FEED_BATCH) this.#pending.add(feed);
      }
    }
  }

  // All readers of a feed may leave and new ones open it again while it is pending or being read. To read or deliver both would
  // send rows twice.
  #isOpen(feed: Feed): boolean {
    return this.#feeds.get(feed.name) === feed;
  }

  #deliver(feed: KnownFeed, rows: FeedRow[], orders: CarriedOrders): void {
    const last = rows.at(-1);
    if (!last) return;
    feed.seq = last.seq;
    const batch = batchOf(rows, orders);
    for (const reader of feed.live) reader.deliver(batch);
    this.#rooms?.emit(feed.name, rows, orders);
  }
}

const isKnown = (feed: Feed): feed is KnownFeed => feed.seq !== undefined;

/** Whether a reader of this feed may read the orders of its shop. */
function seesOrders(feed: Feed | undefined): boolean {
  for (const reader of feed?.live ?? []) if (reader.seesOrders) return true;
  return false;
}

async function replay(feed: KnownFeed, reader: FeedReader, after: number): Promise<number> {
  // Newer rows arrive with the live ones.
  const upTo = feed.seq;
  const read = await readFeeds([{ feed: feed.name, after }]);
  const rows = read.filter(({ seq }) => seq <= upTo);
  await reader.replay(rows);
  return read.length < FEED_BATCH ? upTo : (rows.at(-1)?.seq ?? upTo);
}

function batchOf(rows: FeedRow[], orders: CarriedOrders): LiveBatch {
  let frames: Buffer | undefined;
  return { rows, frames: () => (frames ??= framesOf(rows, { orders })) };
}

/** A subscriber of a feed: a stream or a socket. */
export type FeedReader = {
  /** It follows the feed of a shop and may read the shop's orders, which new rows then carry. */
  readonly seesOrders?: boolean;
  isGone(): boolean;
  /** Sends past rows; resolves when it can accept more. */
  replay(rows: FeedRow[]): Promise<void>;
  /** Called when it has caught up: from here on it gets every new row. */
  caughtUp(): void;
  /** Sends new rows. `frames` is shared by all readers of the feed and encoded on first use. */
  deliver(batch: LiveBatch): void;
};

export type LiveBatch = { rows: FeedRow[]; frames(): Buffer };

/** Socket.IO rooms: one emit reaches all sockets of a feed in this process. */
type Rooms = {
  has(feed: FeedName): boolean;
  emit(feed: FeedName, rows: FeedRow[], orders: CarriedOrders): void;
  /** Sends a customer's notification about an order to the screens of its shop, which show the order, too. */
  forwardChange(shop: FeedName, change: FeedRow, orders: CarriedOrders): void;
};
