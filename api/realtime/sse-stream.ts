import type { ServerResponse } from 'node:http';
import type { FeedRow } from '@haat/core/services/notifications/feed-row';
import type { FeedReader, LiveBatch } from './feed-reader.ts';
import { acknowledgedFrame, BEAT, framesOf, retryFrame } from './sse-frames.ts';

/** What may wait for a slow reader; beyond it the reader is dropped, and resumes from the table when it comes back. */
const MOST_UNREAD_BYTES = 64 * 1024;
const DRAINED_WITHIN_MS = 15_000;
const RETRY_MS = 3_000;
// To another replica, which is there already; not all in the same moment.
const RETRY_ELSEWHERE_MS = 1_000;
// A tab that had to make room must not push out another one as soon as it can.
const RETRY_OF_REPLACED_MS = 60_000;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Accel-Buffering': 'no',
};

/** One answer as server-sent events. */
export class SseStream implements FeedReader {
  readonly #res: ServerResponse;

  constructor(res: ServerResponse) {
    this.#res = res;
  }

  /** Sends the head at once, so that the browser knows that it is connected. */
  open(): void {
    this.#res.writeHead(200, HEADERS);
    this.#res.flushHeaders();
    this.#res.socket?.setNoDelay(true);
    this.#res.write(retryFrame(around(RETRY_MS)));
  }

  isGone(): boolean {
    return this.#res.destroyed || this.#res.writableEnded;
  }

  async replay(rows: FeedRow[]): Promise<void> {
    this.#write(framesOf(rows));
    if (this.#res.writableLength <= MOST_UNREAD_BYTES) return;
    const tooSlow = setTimeout(() => this.#res.destroy(), DRAINED_WITHIN_MS);
    await new Promise<void>((done) => {
      this.#res.once('drain', done);
      this.#res.once('close', done);
    });
    clearTimeout(tooSlow);
  }

  caughtUp(): void {}

  // What waits is looked at before the write: all that is written in one turn of the loop leaves together after it.
  deliver({ frames }: LiveBatch): void {
    if (this.#res.writableLength > MOST_UNREAD_BYTES) this.#res.destroy();
    else this.#write(frames());
  }

  beat(): void {
    if (this.#res.writableLength > MOST_UNREAD_BYTES) this.#res.destroy();
    else this.#write(BEAT);
  }

  /** How far the shop has taken notice of its new orders. */
  acknowledged(seq: number): void {
    this.#write(acknowledgedFrame(seq));
  }

  /** Ends it because another tab of the same user took its place. */
  replaced(): void {
    if (!this.isGone()) this.#res.end(retryFrame(RETRY_OF_REPLACED_MS));
  }

  /** Ends it because this replica stops: the browser comes back by itself, to another one. */
  movesOn(): void {
    if (!this.isGone()) this.#res.end(retryFrame(around(RETRY_ELSEWHERE_MS)));
  }

  end(): void {
    if (!this.isGone()) this.#res.end();
  }

  #write(bytes: Buffer | string): void {
    if (bytes.length > 0 && !this.isGone()) this.#res.write(bytes);
  }
}

const around = (ms: number): number => ms * (0.5 + Math.random());
