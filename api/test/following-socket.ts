import type { ClientEvents, ServerEvents, SocketAuth } from '@haat/contract/events/socket-events';
import { io, type Socket } from 'socket.io-client';

/** A shop's screen by Socket.IO, as the client is one: comes back by itself and says the last number it saw. */
export class FollowingSocket {
  readonly #socket: Socket<ServerEvents, ClientEvents>;
  /** Of all new orders so far, in the order in which they came. */
  readonly ids: number[] = [];
  /** How often it has been connected. */
  connections = 0;

  /** It begins after the number 0. */
  constructor(url: string, { token, feed }: { token: string; feed: string }) {
    const auth = (answer: (auth: SocketAuth) => void): void =>
      answer({ token, last: { [feed]: this.ids.at(-1) ?? 0 } });
    this.#socket = io(url, { transports: ['websocket'], forceNew: true, auth: (answer) => auth(answer) });
    this.#socket.on('connect', () => (this.connections += 1));
    this.#socket.on('notification', ({ id }) => this.ids.push(id));
  }

  close(): void {
    this.#socket.disconnect();
  }
}
