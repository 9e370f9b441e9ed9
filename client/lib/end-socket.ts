import type { Socket } from 'socket.io-client';

/**
 * Ends a socket for good. One whose line is still being opened ends when it is open or has failed: a browser writes an
 * error to the console when a line is closed before that, and somebody who leaves a screen quickly has made no mistake.
 */
export function endSocket(socket: Pick<Socket, 'io' | 'disconnect'>): void {
  const { io } = socket;
  const end = (): void => void socket.disconnect();
  if (io.engine.readyState !== 'opening') return end();
  // Not in the very event: the library has not heard of the open line itself then.
  io.once('open', () => queueMicrotask(end));
  io.once('error', end);
}
