import { setTimeout as sleep } from 'node:timers/promises';
import { type EventStream, openEventStream, type StreamEvent } from './event-stream.ts';

/**
 * A shop's screen: follows the stream and reconnects automatically, to one address after the other, with the last id that it saw.
 */
export class ReconnectingStream {
  readonly #addresses: string[];
  readonly #streams: EventStream[] = [];
  readonly #done: Promise<void>;
  #tries = 0;
  #isClosed = false;

  /** `addresses`: of the stream, with a token, on each replica. It begins after the number 0. */
  constructor(addresses: string[]) {
    this.#addresses = addresses;
    this.#done = this.#follow();
  }

  /** The ids of all events so far, in the order in which they came. */
  get ids(): number[] {
    return this.events.map(({ id }) => id);
  }

  get events(): StreamEvent[] {
    return this.#streams.flatMap(({ events }) => events);
  }

  /** How often it has been connected. */
  get connections(): number {
    return this.#streams.length;
  }

  /** Loses the connection. */
  hop(): void {
    this.#streams.at(-1)?.close();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.hop();
    await this.#done;
  }

  async #follow(): Promise<void> {
    while (!this.#isClosed) {
      const address = this.#addresses[this.#tries++ % this.#addresses.length] ?? '';
      const last = { 'last-event-id': String(this.ids.at(-1) ?? 0) };
      const stream = await openEventStream(address, last).catch(() => undefined);
      if (stream) {
        this.#streams.push(stream);
        if (this.#isClosed) stream.close();
        await stream.closed;
      }
      if (stream?.status !== 200) await sleep(50);
    }
  }
}
