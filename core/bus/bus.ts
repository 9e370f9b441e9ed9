import type { FeedName } from '@haat/contract/events/feeds';

/**
 * A hint that something in the tables changed; what changed is read there. A lost poke costs latency, never data.
 * `acknowledged`: a shop has taken notice of its new orders up to `seq`. `shopId` of a feed's poke names the shop whose order moved, so that its other screens hear of it too.
 */
export type Poke =
  | { type: 'feed'; feed: FeedName; seq: number; shopId?: number }
  | { type: 'shelf'; shopId: number; version: number }
  | { type: 'acknowledged'; shopId: number; seq: number }
  | { type: 'session'; sessionId: string };

export type PokeListener = (poke: Poke) => void;

/** Carries pokes to every process that listens, the sender's own included. */
export type Bus = {
  /** Resolves when pokes are carried now; rejects soon when they are not. */
  answers(): Promise<void>;
  /** Resolves once the poke was handed over; rejects when the carrier does not answer. */
  publish(poke: Poke): Promise<void>;
  /** Answers how to stop listening. */
  subscribe(listener: PokeListener): () => void;
  /** Called after a gap in which pokes may have been lost; answers how to stop. */
  onReconnect(listener: () => void): () => void;
  close(): Promise<void>;
};
