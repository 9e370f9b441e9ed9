import { connect, type Socket } from 'node:net';

const AT_ONCE = 64;
const LONGEST_MS = 30_000;

/** Many open streams of one server, as plain sockets: the less they cost here, the less they hide of what they cost there. */
export class Crowd {
  readonly #sockets: Socket[] = [];
  #delays: number[] = [];
  #heard: () => void = () => {};

  get size(): number {
    return this.#sockets.length;
  }

  /** Opens a stream at each of the paths. Rejects when one is refused. */
  async open(port: number, paths: string[]): Promise<void> {
    const waiting = [...paths];
    const lane = async (): Promise<void> => {
      for (let path = waiting.pop(); path; path = waiting.pop()) this.#sockets.push(await this.#stream(port, path));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  }

  /** The ms from the moment that an event carries to its arrival at each stream, once it has reached all of them. */
  async reached(): Promise<number[]> {
    const late = setTimeout(() => this.#heard(), LONGEST_MS);
    if (this.#delays.length < this.size) await new Promise<void>((done) => (this.#heard = done));
    clearTimeout(late);
    const delays = this.#delays;
    this.#delays = [];
    if (delays.length !== this.size) throw new Error(`The event reached ${delays.length} of ${this.size} streams`);
    return delays;
  }

  close(): void {
    for (const socket of this.#sockets.splice(0)) socket.destroy();
  }

  #stream(port: number, path: string): Promise<Socket> {
    return new Promise((done, fail) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('error', fail);
      socket.once('close', () => fail(new Error('A stream was closed')));
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: text/event-stream\r\n\r\n`);
      socket.once('data', (head) => {
        if (!head.includes(' 200 OK')) return fail(new Error(`A stream was refused: ${head.toString().slice(0, 300)}`));
        socket.on('data', (part) => this.#hear(part));
        done(socket);
      });
    });
  }

  #hear(part: Buffer): void {
    const found = part.indexOf('"created_at":"');
    if (found < 0) return;
    const at = Date.parse(part.toString('latin1', found + 14, found + 38));
    this.#delays.push(performance.timeOrigin + performance.now() - at);
    if (this.#delays.length === this.size) this.#heard();
  }
}
