import type { ServerResponse } from 'node:http';
import { type FeedRow, presentNotification } from '@haat/core/notify/feeds';
import { carried, type CarriedOrders, NO_ORDERS } from './carried-orders.ts';
import type { FeedReader, LiveBatch } from './feed-hub.ts';

/** Buffer of a slow reader; beyond it the reader is dropped, and resumes from the table when it reconnects. */
const MAX_BUFFERED_BYTES = 64 * 1024;
const DRAIN_TIMEOUT_MS = 15_000;
const RETRY_MS = 3_000;
// To another replica, which is running already; spread over a second.
const RETRY_ELSEWHERE_MS = 1_000;
// A replaced tab must not replace another one right away.
const RETRY_OF_REPLACED_MS = 60_000;
/** Heartbeat. An event, not a comment: scripts do not see comments, and could not notice that heartbeats stopped. */
const BEAT = Buffer.from('event: beat\ndata: {}\n\n');

/** Clients that do not know this event reconnect after the time given before it. */
const REPLACED = 'event: replaced\ndata: {}\n\n';

const HEADERS = Object.entries({
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Accel-Buffering': 'no',
  // The body ends with the connection instead of being chunked: one write per event instead of three.
  Connection: 'close',
}).flat();

/** How the reader is shown a new order. */
type Present = typeof presentNotification;

/** One response as server-sent events. */
export class SseStream implements FeedReader {
  readonly seesOrders: boolean;
  readonly #res: ServerResponse;
  readonly #present: Present;

  constructor(res: ServerResponse, present: Present = presentNotification) {
    this.#res = res;
    this.#present = present;
    this.seesOrders = present === presentNotification;
  }

  /**
   * Sends the headers immediately, so that the browser knows that it is connected. `headers`: alternating names and values, in
   * addition to the headers set on the response.
   */
  open(headers: readonly string[]): void {
    this.#res.removeHeader('Transfer-Encoding');
    this.#res.writeHead(200, [...headers, ...HEADERS]);
    this.#res.flushHeaders();
    this.#res.socket?.setNoDelay(true);
    this.#res.write(retryFrame(around(RETRY_MS)));
  }

  isGone(): boolean {
    return this.#res.destroyed || this.#res.writableEnded;
  }

  async replay(rows: FeedRow[]): Promise<void> {
    this.#write(framesOf(rows, { present: this.#present }));
    if (this.#res.writableLength <= MAX_BUFFERED_BYTES) return;
    const tooSlow = setTimeout(() => this.#res.destroy(), DRAIN_TIMEOUT_MS);
    await new Promise<void>((done) => {
      this.#res.once('drain', done);
      this.#res.once('close', done);
    });
    clearTimeout(tooSlow);
  }

  caughtUp(): void {}

  // The buffer is checked before the write: everything written in one turn of the event loop is flushed after it.
  deliver({ rows, frames }: LiveBatch): void {
    if (this.#res.writableLength > MAX_BUFFERED_BYTES) this.#res.destroy();
    else this.#writeShared(this.seesOrders ? frames() : framesOf(rows, { present: this.#present }));
  }

  beat(): void {
    if (this.#res.writableLength > MAX_BUFFERED_BYTES) this.#res.destroy();
    else this.#writeShared(BEAT);
  }

  /** Sends up to which number the shop has acknowledged its new orders. */
  acknowledged(seq: number): void {
    this.#write(acknowledgedFrame(seq));
  }

  /**
   * Ends it in favour of another tab or device of the same user, and says so, so that the screen does not try to get its place
   * back.
   */
  replaced(): void {
    if (!this.isGone()) this.#res.end(retryFrame(RETRY_OF_REPLACED_MS) + REPLACED);
  }

  /** Ends it because this replica stops: the browser reconnects to another one. */
  movesOn(): void {
    if (!this.isGone()) this.#res.end(retryFrame(around(RETRY_ELSEWHERE_MS)));
  }

  end(): void {
    if (!this.isGone()) this.#res.end();
  }

  // Writes to the socket itself, which is possible because the body is not chunked: an event reaches 10,000 streams in 113 to
  // 147 ms instead of 139 to 202 ms (`npm run bench streams`). A response has no socket yet while it waits for an earlier one on
  // the same connection.
  #writeShared(bytes: Buffer): void {
    if (bytes.length > 0 && !this.isGone()) (this.#res.socket ?? this.#res).write(bytes);
  }

  #write(bytes: Buffer | string): void {
    if (bytes.length > 0 && !this.isGone()) this.#res.write(bytes);
  }
}

const around = (ms: number): number => ms * (0.5 + Math.random());

/** New orders as frames of a stream, one `message` event each. JSON has no line breaks, so one data line is enough. */
export function framesOf(
  rows: FeedRow[],
  { present = presentNotification, orders = NO_ORDERS }: { present?: Present; orders?: CarriedOrders } = {},
): Buffer {
  return Buffer.from(
    rows
      .filter(({ kind }) => kind === 'order.placed')
      .map((row) => frameOf(row.seq, { ...present(row), ...carried(row, orders) }))
      .join(''),
  );
}

const frameOf = (seq: number, event: object): string => `id: ${seq}\ndata: ${JSON.stringify(event)}\n\n`;

/** How long the browser waits before it reconnects. */
const retryFrame = (ms: number): string => `retry: ${Math.round(ms)}\n\n`;

/** An event with another name and without an id: clients that only know new orders ignore it and resume as before. */
const acknowledgedFrame = (seq: number): string => `event: acknowledged\ndata: ${JSON.stringify({ seq })}\n\n`;
