import type { Context, Next } from 'koa';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { env } from '@haat/core/env';
import helmet from 'helmet';
import { contentPolicy } from './content-policy.ts';

const setHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: contentPolicy(env),
  },
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
});

// The device features that our screens ask for; all others are off.
const permissions = 'camera=(self), geolocation=(self), microphone=(), usb=()';

// The same for every answer of their kind, so they are worked out once.
const forPages: [string, string][] = [...headersOf(setHeaders), ['permissions-policy', permissions]];

// Data is never a page: it may load nothing at all, and what a page may do need not be said of it.
const ofPagesOnly = /^(cross-origin-opener-policy|origin-agent-cluster|permissions-policy|x-(dns|down|perm|xss).*)$/i;
const forData = forPages
  .filter(([name]) => !ofPagesOnly.test(name))
  .map(([name, value]): [string, string] =>
    name.toLowerCase() === 'content-security-policy'
      ? [name, "default-src 'none'; frame-ancestors 'none'"]
      : [name, value],
  );

/** The security headers, on every answer, refusals included; those of /api are for data. */
export function securityHeaders(ctx: Context, next: Next): Promise<void> {
  return setAll(ctx.req.url?.startsWith('/api/') ? forData : forPages, ctx, next);
}

/** The security headers of a page that lives among the data. */
export function pageSecurityHeaders(ctx: Context, next: Next): Promise<void> {
  return setAll(forPages, ctx, next);
}

function setAll(headers: [string, string][], ctx: Context, next: Next): Promise<void> {
  for (const [name, value] of headers) ctx.res.setHeader(name, value);
  return next();
}

function headersOf(middleware: typeof setHeaders): [string, string][] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, (problem) => {
    if (problem) throw new Error('The security headers cannot be worked out', { cause: problem });
  });
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
