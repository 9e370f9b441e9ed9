import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type Koa from 'koa';

/** A server that does not wait for slow senders; answers, streams among them, may take as long as they like. */
export function createHttpServer(app: Koa): Server {
  return createServer(
    { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000, keepAliveTimeout: 65_000 },
    // It answers every failure itself.
    app.callback() as Parameters<typeof createServer>[1],
  );
}

/** Resolves with the port once connections are taken; rejects when it cannot be had. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Takes no new connections and lets the running requests end, for so long at most. */
export async function drain(server: Server, withinMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A kept connection whose request ends only now would stay open until its time-out.
  const closingIdle = setInterval(() => server.closeIdleConnections(), 100);
  const isLate = await Promise.race([closed.then(() => false), sleep(withinMs, true, { ref: false })]);
  clearInterval(closingIdle);
  if (!isLate) return;
  server.closeAllConnections();
  await closed;
}
