import { registry } from '@haat/core/metrics/counters';
import type { Context, Next } from 'koa';
import { Histogram } from 'prom-client';

const requestSeconds = new Histogram({
  name: 'haat_http_request_seconds',
  help: 'Duration of HTTP requests by method, route and status class, without streams.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers: [registry],
});

/** The label of pictures, client files and unknown paths, which would otherwise add a label each. */
const NO_ROUTE = 'other';
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

type Routed = Context & { _matchedRoute?: string | RegExp };

// The router's own name for it.
// oxlint-disable-next-line eslint/no-underscore-dangle
const patternOf = ({ _matchedRoute: pattern }: Routed): string => (typeof pattern === 'string' ? pattern : NO_ROUTE);

/** Measures each request. Labels are patterns and classes, so that no caller can make new ones. */
export function requestMetrics(ctx: Context, next: Next): Promise<void> {
  const startedAt = performance.now();
  ctx.res.once('close', () => {
    if (ctx.res.getHeader('content-type')?.toString().startsWith('text/event-stream')) return;
    requestSeconds.observe(labelsOf(ctx), (performance.now() - startedAt) / 1_000);
  });
  return next();
}

function labelsOf(ctx: Routed): { method: string; route: string; status: string } {
  return {
    method: METHODS.has(ctx.method) ? ctx.method : NO_ROUTE,
    route: patternOf(ctx),
    status: `${Math.floor(ctx.res.statusCode / 100)}xx`,
  };
}
