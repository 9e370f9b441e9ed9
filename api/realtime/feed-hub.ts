import { type FeedName, shopFeed } from '@haat/contract/events/feeds';
import type { Bus, Poke } from '@haat/core/bus/bus';
import { quietErrors } from '@haat/core/jobs/quiet-errors';
import type { FeedRow } from '@haat/core/services/notifications/feed-row';
import { FEED_BATCH, newestNumber, newestNumbers, readFeeds } from '@haat/core/services/notifications/read-feeds';
import type { FeedReader, LiveBatch, Rooms } from './feed-reader.ts';
import { framesOf } from './sse-frames.ts';

const SWEEP_EVERY_MS = 5_000;

/** All rows up to `seq` were delivered to those in `live`. It is undefined until the newest number was asked for. */
type Feed = { name: FeedName; seq: number | undefined; poked: number; readers: number; live: Set<FeedReader> };
type KnownFeed = Feed & { seq: number };
type FeedPoke = Extract<Poke, { type: 'feed' }>;

const failed = quietErrors('live feeds');

/**
 * Follows, on one replica, the feeds that have readers here. The table is the truth: a poke only says that it is time to
 * read what follows the last row delivered, and a sweep finds what no poke spoke of. One statement reads all feeds that
 * have news, so that a busy hour costs no more statements.
 */
export class FeedHub {
  readonly #feeds = new Map<FeedName, Feed>();
  readonly #news = new Set<KnownFeed>();
  readonly #stops: (() => void)[];
  #reading: Promise<void> | undefined;
  #rooms: Rooms | undefined;

  constructor(bus: Pick<Bus, 'subscribe' | 'onReconnect'>, sweepEveryMs = SWEEP_EVERY_MS) {
    const sweep = (): void => void this.#sweep().catch(failed);
    const timer = setInterval(sweep, sweepEveryMs).unref();
    this.#stops = [bus.subscribe((poke) => this.#hear(poke)), bus.onReconnect(sweep), () => clearInterval(timer)];
  }

  useRooms(rooms: Rooms): void {
    this.#rooms = rooms;
  }

  /**
   * Lets a reader follow a feed: first all rows after the number `after`, then every row as it comes. A number from the
   * future counts as the newest. Answers how to leave, once it has caught up. Rejects when the database does not answer.
   */
  async attach(name: FeedName, reader: FeedReader, after: number): Promise<() => void> {
    const feed = this.#follow(name);
    try {
      const newest = await newestNumber(name);
      const known = Object.assign(feed, { seq: feed.seq ?? newest });
      if (known.poked > known.seq) this.#read(known).catch(failed);
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

  #follow(name: FeedName): Feed {
    const feed = this.#feeds.get(name) ?? { name, seq: undefined, poked: 0, readers: 0, live: new Set() };
    this.#feeds.set(name, feed);
    feed.readers += 1;
    return feed;
  }

  #leave(feed: Feed, reader: FeedReader): void {
    feed.live.delete(reader);
    feed.readers -= 1;
    if (feed.readers === 0 && this.#feeds.get(feed.name) === feed) this.#feeds.delete(feed.name);
  }

  // Replay and live rows must neither overtake nor repeat each other: a reader joins the live ones in the very moment in
  // which it has what they have. One that comes from another replica may be ahead of them; then the feed catches up.
  async #catchUp(feed: KnownFeed, reader: FeedReader, from: number): Promise<void> {
    let cursor = from;
    while (!reader.isGone() && cursor !== feed.seq) {
      if (cursor > feed.seq) await this.#read(feed);
      else cursor = await replay(feed, reader, cursor);
    }
    if (reader.isGone()) return;
    feed.live.add(reader);
    reader.caughtUp();
  }

  #hear(poke: Poke): void {
    if (poke.type !== 'feed') return;
    const feed = this.#feeds.get(poke.feed);
    if (feed) this.#noteNews(feed, poke.seq);
    const shop = poke.shopId === undefined ? undefined : shopFeed(poke.shopId);
    if (shop && shop !== poke.feed && this.#rooms?.has(shop)) this.#echoStep(shop, poke).catch(failed);
  }

  #noteNews(feed: Feed, seq: number): void {
    feed.poked = Math.max(feed.poked, seq);
    if (isKnown(feed) && seq > feed.seq) this.#read(feed).catch(failed);
  }

  async #echoStep(shop: FeedName, { feed, seq }: FeedPoke): Promise<void> {
    const [row] = await readFeeds([{ feed, after: seq - 1 }]);
    // Money that goes back is told to its customer alone.
    if (row?.seq === seq && row.kind === 'order.status') this.#rooms?.echoStep(shop, row);
  }

  async #sweep(): Promise<void> {
    if (this.#feeds.size === 0) return;
    for (const [name, seq] of await newestNumbers([...this.#feeds.keys()])) {
      const feed = this.#feeds.get(name);
      if (feed) this.#noteNews(feed, seq);
    }
  }

  /** Resolves when the feed was read up to now; what is asked for during a reading is part of the next one. */
  #read(feed: KnownFeed): Promise<void> {
    this.#news.add(feed);
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    while (this.#news.size > 0) {
      const feeds = [...this.#news];
      this.#news.clear();
      const rows = await readFeeds(feeds.map(({ name, seq }) => ({ feed: name, after: seq })));
      const rowsOf = Map.groupBy(rows, (row) => row.feed);
      for (const feed of feeds) {
        const news = rowsOf.get(feed.name) ?? [];
        this.#deliver(feed, news);
        if (news.length === FEED_BATCH) this.#news.add(feed);
      }
    }
  }

  #deliver(feed: KnownFeed, rows: FeedRow[]): void {
    const last = rows.at(-1);
    if (!last) return;
    feed.seq = last.seq;
    const batch = batchOf(rows);
    for (const reader of feed.live) reader.deliver(batch);
    this.#rooms?.emit(feed.name, rows);
  }
}

const isKnown = (feed: Feed): feed is KnownFeed => feed.seq !== undefined;

async function replay(feed: KnownFeed, reader: FeedReader, after: number): Promise<number> {
  // What is newer than this comes to it with the live rows.
  const upTo = feed.seq;
  const read = await readFeeds([{ feed: feed.name, after }]);
  const rows = read.filter(({ seq }) => seq <= upTo);
  await reader.replay(rows);
  return read.length < FEED_BATCH ? upTo : (rows.at(-1)?.seq ?? upTo);
}

function batchOf(rows: FeedRow[]): LiveBatch {
  let frames: Buffer | undefined;
  return { rows, frames: () => (frames ??= framesOf(rows)) };
}
