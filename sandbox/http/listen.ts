import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Koa from 'koa';

export type Listener = { url: string; stop(): Promise<void> };

/** Serves an application to this machine alone. */
export async function listen(app: Koa, port = 0): Promise<Listener> {
  const server = createServer(app.callback() as Parameters<typeof createServer>[1]);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, stop: () => close(server) };
}

async function close(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}
