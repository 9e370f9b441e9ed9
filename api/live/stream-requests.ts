import type { IncomingMessage, ServerResponse } from 'node:http';
import { streamNotifications } from '@haat/contract/notify/notifications.calls';
import { env } from '@haat/core/ops/env';
import { requestLog, throttledErrorLog } from '@haat/core/ops/log';
import type { Session } from '@haat/core/accounts/session';
import { mayInOwnShop } from '@haat/core/accounts/shop-rights';
import { redeemStreamToken } from '@haat/core/notify/stream-ticket';
import type Koa from 'koa';
import { dataHeaders } from '../http/headers.ts';
import { addressOf, type EarlyHandler, isUnusual } from '../http/early-handler.ts';
import { logAnswer, redactUrl, requestIdOf } from '../http/request-log.ts';
import type { LiveHub } from './live-hub.ts';

const logFailure = throttledErrorLog('live streams');

/** The URL in the form that our own client sends. */
const USUAL = new RegExp(`^${streamNotifications.path}\\?token=([\\w.-]{1,4096})(?:&lastEventId=(\\d{1,15}))?$`);

/**
 * Opens streams before the application runs; false for every other request, which the application then handles. A stream stays
 * open for hours and would hold the context of Koa and the listeners of its middlewares in memory. Without them, an idle stream
 * takes 17.7 KB instead of 23.3 KB; `node:http` alone takes 16.7 KB (`npm run bench streams`). Headers and access log are the
 * same as in the application, which opens the streams of other origins and answers requests whose stream cannot be opened.
 */
export function streamRequests(app: Koa, hub: LiveHub): EarlyHandler {
  return (req, res, otherwise) => {
    const match = req.method === 'GET' && !isUnusual(req.headers) && USUAL.exec(req.url ?? '');
    if (!match) return false;
    const [, token = '', inQuery] = match;
    const after = lastNumber(req.headers['last-event-id'] || inQuery);
    if (Number.isNaN(after)) return false;
    open({ app, hub, req, res, token, after })
      .then((isOpen) => {
        if (!isOpen) otherwise(req, res);
      })
      .catch((error: Error) => {
        logFailure(error);
        res.destroy();
      });
    return true;
  };
}

/** NaN if it is not a sequence number. */
function lastNumber(given: string | string[] | undefined): number | undefined {
  if (given === undefined) return undefined;
  return typeof given === 'string' && /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN;
}

type Opening = {
  app: Koa;
  hub: LiveHub;
  req: IncomingMessage;
  res: ServerResponse;
  token: string;
  after: number | undefined;
};

const HEADERS: readonly string[] = [...dataHeaders.flat(), ...(env.CORS_ORIGINS.length > 0 ? ['Vary', 'Origin'] : [])];

/** False when nothing was sent: the application then handles the request and responds with the error. */
async function open({ app, hub, req, res, token, after }: Opening): Promise<boolean> {
  const requestId = requestIdOf(req.headers['x-request-id']);
  const startedAt = performance.now();
  // Read now: a connection that the client has closed no longer has an address.
  const [url, ip] = [redactUrl(req.url ?? ''), addressOf(app, req)];
  const known: { session?: Session } = {};
  const logEnd = (): void => logAnswer({ requestId, method: 'GET', url, res, startedAt, ip, ...known });
  if (requestLog.isLevelEnabled('info')) res.once('close', logEnd);
  const redeeming = redeemStreamToken(token);
  redeemed.set(req, redeeming);
  const session = await redeeming.catch(() => undefined);
  if (!session || !mayInOwnShop('orders', session)) {
    res.off('close', logEnd);
    return false;
  }
  known.session = session;
  try {
    await hub.stream(res, session, { after, headers: [...HEADERS, 'X-Request-Id', requestId] });
    release(req);
  } catch (error) {
    if (res.headersSent) logFailure(error as Error);
    else res.off('close', logEnd);
    return res.headersSent;
  }
  return true;
}

/** Frees the headers of the request, 1 to 2 KB from a browser, and the token in its URL. */
function release(req: IncomingMessage): void {
  req.url = streamNotifications.path;
  req.headers = {};
  req.rawHeaders = [];
}

const redeemed = new WeakMap<IncomingMessage, ReturnType<typeof redeemStreamToken>>();

/** The session of the request's ticket, if it was redeemed before the application handled the request: a ticket is valid once. */
export const redeemedSession = (req: IncomingMessage): Promise<Session | undefined> | undefined => redeemed.get(req);
