import { connect, createServer } from 'node:net';

// Below 32768: above it the system hands out ports to outgoing connections, which may take ours between check and use.
const LOWEST = 15_000;
const HIGHEST = 32_000;
const TRIES = 20;

/** Whether a program can listen on this port of `host` now. */
export function isFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  const server = createServer();
  return new Promise((answer) => {
    server.once('error', () => answer(false));
    server.listen(port, host, () => server.close(() => answer(true)));
  });
}

/** A port of 127.0.0.1 that is free now. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port)) return port;
  }
  return anyPort();
}

function anyPort(): Promise<number> {
  const server = createServer();
  return new Promise((answer, fail) => {
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address && typeof address === 'object' ? answer(address.port) : fail(new Error('no port'))));
    });
  });
}

/** Whether a program accepts connections on this port of 127.0.0.1. */
export function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((answer) => {
    socket.once('connect', () => {
      socket.destroy();
      answer(true);
    });
    socket.once('error', () => answer(false));
  });
}
