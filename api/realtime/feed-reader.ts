import type { FeedName } from '@haat/contract/events/feeds';
import type { FeedRow } from '@haat/core/services/notifications/feed-row';

/** Somebody who follows a feed: a stream or a socket. */
export type FeedReader = {
  isGone(): boolean;
  /** Takes rows of the past; resolves when it may be given more. */
  replay(rows: FeedRow[]): Promise<void>;
  /** It has caught up: from here on it gets every row as it comes. */
  caughtUp(): void;
  /** Takes rows as they come. `frames` is the same for all readers of the feed, made when first asked for. */
  deliver(batch: LiveBatch): void;
};

export type LiveBatch = { rows: FeedRow[]; frames(): Buffer };

/** The Socket.IO side, where one emit reaches everybody in a feed's room on this replica. */
export type Rooms = {
  has(feed: FeedName): boolean;
  emit(feed: FeedName, rows: FeedRow[]): void;
  /** A step of an order, to the other screens of its shop. */
  echoStep(shop: FeedName, step: FeedRow): void;
};
