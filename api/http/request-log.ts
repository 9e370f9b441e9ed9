import { unescape } from 'node:querystring';
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Context, Next } from 'koa';
import type { Endpoint } from '@haat/contract/endpoint';
import { ENDPOINTS } from '@haat/contract/endpoints';
import { requestLog } from '@haat/core/ops/log';
import { registry } from '@haat/core/ops/metrics/counters';
import { traced } from '@haat/core/lib/async';
import { Histogram } from 'prom-client';
import * as z from 'zod';
import type { ApiState } from './route.ts';

/**
 * Gives every request an id (the client's own if it is valid), returns it in a header and adds it to all log lines of the
 * request.
 */
export function requestId(ctx: Context, next: Next): Promise<void> {
  const requestId = requestIdOf(ctx.req.headers['x-request-id']);
  ctx.state.requestId = requestId;
  ctx.set('X-Request-Id', requestId);
  return traced({ requestId }, next);
}

/** The client's own id if it is valid, else a new one. */
export const requestIdOf = (given: string | string[] | undefined): string =>
  typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUID();

const requestSeconds = new Histogram({
  name: 'haat_http_request_seconds',
  help: 'Duration of HTTP requests by method, route and status class, without streams.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
});

/** Measures each request. Labels are patterns and classes, so that no caller can make new ones. */
export function requestMetrics(ctx: Context, next: Next): Promise<void> {
  const startedAt = performance.now();
  ctx.res.once('close', () => {
    if (ctx.res.getHeader('content-type')?.toString().startsWith('text/event-stream')) return;
    const method = METHODS.has(ctx.method) ? ctx.method : NO_ROUTE;
    measureAnswer({ method, route: patternOf(ctx), status: ctx.res.statusCode, startedAt });
  });
  return next();
}

type Measured = { method: string; route: string; status: number; startedAt: number };

/** Counts a response. `startedAt`: from `performance.now()`. */
export function measureAnswer({ method, route, status, startedAt }: Measured): void {
  const labels = { method, route, status: `${Math.floor(status / 100)}xx` };
  requestSeconds.observe(labels, (performance.now() - startedAt) / 1_000);
}

type Routed = Context & { _matchedRoute?: string | RegExp };

/** The label of pictures, client files and unknown paths, which would otherwise add a label each. */
const NO_ROUTE = 'other';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const patternOf = ({ _matchedRoute: pattern }: Routed): string => (typeof pattern === 'string' ? pattern : NO_ROUTE);

/**
 * Logs one line per request when its response has ended, except for successful health checks; for a stream, when the client has
 * disconnected.
 */
export function accessLog(ctx: Context, next: Next): Promise<void> {
  if (!requestLog.isLevelEnabled('info')) return next();
  const startedAt = performance.now();
  // Read now: a connection that the client has closed no longer has an address.
  const { ip } = ctx;
  ctx.res.once('close', () => {
    const { requestId, session } = ctx.state as ApiState;
    const { method, originalUrl, path, res } = ctx;
    if (isProbe(path) && res.statusCode === 200) return;
    logAnswer({ requestId, method, url: redactUrl(originalUrl), res, startedAt, ip, session });
  });
  return next();
}

/** A proxy sends a check every second; only failed ones are logged. */
const isProbe = (path: string): boolean => path === '/ready' || path === '/live';

type Logged = Pick<ApiState, 'requestId' | 'session'> & {
  method: string;
  /** Without secrets. */
  url: string;
  res: ServerResponse;
  startedAt: number;
  ip: string;
};

export function logAnswer({ requestId, method, url, res, startedAt, ip, session }: Logged): void {
  requestLog.info({
    requestId,
    method,
    url,
    status: res.statusCode,
    ms: Math.round(performance.now() - startedAt),
    ip,
    userId: session?.userId,
    actorId: session && session.actorId !== session.userId ? session.actorId : undefined,
    shopId: session?.shopId,
    aborted: res.writableFinished ? undefined : true,
  });
}

const SECRET = /token|ticket|code/i;
/** Positions and search texts, such as a name or a phone. */
const PERSONAL = new Set(['lat', 'lng', 'search', 'q']);

/** The query parameters of the contract whose values may be logged: all but secrets and personal data. */
const LOGGED = new Set(ENDPOINTS.flatMap(namesOfQuery).filter((name) => !SECRET.test(name) && !PERSONAL.has(name)));

function namesOfQuery({ query }: Endpoint): string[] {
  if (!query) return [];
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return Object.keys(properties);
}

// An access token (three parts of base64url) and a refresh token or a hash (43 characters), wherever they stand.
const TOKEN = /(?<![\w-])(?:[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}|[\w-]{43})(?![\w-])/g;

// Parts first: one pattern with the @ in it would search from every character to the end of a long part.
const PART = /[^/?&=;]+/g;
const EMAIL = /.(?:@|%40)./i;

/** The area in which a customer lives, in the call that looks up a PIN code. */
const PIN_CODE_PATH = /(?<=\/pin-codes\/)[^/?]+/g;

/** The URL without secrets and emails anywhere in it, and without the values of parameters that are not known to be harmless. */
export function redactUrl(url: string): string {
  const [path = '', ...rest] = url.split('?');
  const query = rest.length === 0 ? '' : `?${rest.join('?').split('&').map(redactPair).join('&')}`;
  return `${path}${query}`
    .replaceAll(TOKEN, '[redacted]')
    .replaceAll(PIN_CODE_PATH, '[redacted]')
    .replaceAll(PART, (part) => (EMAIL.test(part) ? '[redacted]' : part));
}

// The name is decoded as the router does it: `%74oken` is a token, too.
function redactPair(pair: string): string {
  const [given = '', ...rest] = pair.split('=');
  const name = unescape(given.replaceAll('+', ' ')).trim();
  const isHarmless = LOGGED.has(name) && /^[\w.,:+-]{0,40}$/.test(rest.join('='));
  return rest.length === 0 || isHarmless ? pair : `${given}=[redacted]`;
}
