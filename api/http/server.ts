import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type Koa from 'koa';
import type { EarlyHandler } from './early-handler.ts';

/**
 * A server with time limits for requests, but none for responses, because streams have no end. `early`: the handlers that run
 * before the application.
 */
export function createHttpServer(app: Koa, early: readonly EarlyHandler[]): Server {
  const callback = app.callback();
  // Koa handles every error itself.
  const otherwise = (req: IncomingMessage, res: ServerResponse): void => void callback(req, res);
  return createServer(
    { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000, keepAliveTimeout: 65_000 },
    (req, res) => {
      const isEarly = !hasSeveralHosts(req) && early.some((handle) => handle(req, res, otherwise));
      if (!isEarly) otherwise(req, res);
    },
  ).prependListener('request', limitUnreadBody);
}

/** A request has one Host header (RFC 9112, 3.2): otherwise a proxy and the server might each use a different one. */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

const MB = 1024 * 1024;
const MAX_UNREAD_BYTES = 8 * MB;
/** Large enough for photos of good cameras, so that their senders receive the error. */
const MAX_UNREAD_FORM_BYTES = 32 * MB;
const DISCARD_WITHIN_MS = 10_000;
const CHECK_EVERY_MS = 50;

/**
 * Reads and discards the rest of a request that was answered before its end, because its sender might not read the answer
 * otherwise. Closes the connection when the rest is too large or takes too long.
 */
function limitUnreadBody(req: IncomingMessage, res: ServerResponse): void {
  res.once('finish', () => {
    if (req.complete) return;
    const { socket } = req;
    const isForm = req.headers['content-type']?.startsWith('multipart/form-data');
    const maxBytes = socket.bytesRead + (isForm ? MAX_UNREAD_FORM_BYTES : MAX_UNREAD_BYTES);
    const until = performance.now() + DISCARD_WITHIN_MS;
    // Node discards the rest without an event; the socket counts its bytes.
    const timer = setInterval(() => {
      if (req.complete || socket.destroyed) clearInterval(timer);
      else if (socket.bytesRead > maxBytes || performance.now() > until) socket.destroy();
    }, CHECK_EVERY_MS);
    req.resume();
  });
}

/** Resolves with the port once connections are accepted; rejects if it is in use. */
export async function listen(server: Server, port: number, host: string): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Accepts no new connections and waits for the running requests, at most `withinMs`. */
export async function drain(server: Server, withinMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  // A keep-alive connection that becomes idle only now would stay open until its timeout.
  const closingIdle = setInterval(() => server.closeIdleConnections(), 100);
  const isLate = await Promise.race([closed.then(() => false), sleep(withinMs, true, { ref: false })]);
  clearInterval(closingIdle);
  if (!isLate) return;
  server.closeAllConnections();
  await closed;
}

/** Once drained, every response asks its client to close the connection. */
export class ConnectionDrainer {
  readonly #open = new Set<ServerResponse>();
  #isDraining = false;

  constructor(server: Server) {
    // Before the application, which may respond immediately.
    server.prependListener('request', (_request, res) => this.#begin(res));
  }

  /** Moves clients with keep-alive connections, especially proxies, to another replica without losing a request. */
  begin(): void {
    this.#isDraining = true;
    for (const res of this.#open) closeAfter(res);
  }

  #begin(res: ServerResponse): void {
    if (this.#isDraining) closeAfter(res);
    this.#open.add(res);
    res.once('close', () => this.#open.delete(res));
  }
}

function closeAfter(res: ServerResponse): void {
  if (!res.headersSent) res.setHeader('Connection', 'close');
}
