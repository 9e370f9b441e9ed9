import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';

export type Listener = { url: string; stop(): Promise<void> };

/** Serves an application to this machine alone. */
export async function listen(app: Koa, port = 0): Promise<Listener> {
  app.on('error', warn);
  const server = createServer(app.callback() as Parameters<typeof createServer>[1]);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, stop: () => close(server) };
}

/** Callers are killed in the middle of their calls, on purpose; everything else is a mistake of ours. */
function warn(error: NodeJS.ErrnoException): void {
  const hasLeft = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(error.code ?? '');
  if (!hasLeft) process.emitWarning(error);
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
