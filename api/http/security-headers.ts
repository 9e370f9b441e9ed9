import type { Context, Next } from 'koa';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** What a browser may load and do on our pages: our own files, our own sockets, nothing from elsewhere, no frames. */
const setHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:', 'blob:'],
      'font-src': ["'self'"],
      // Not every browser counts web sockets of the same host as 'self'.
      'connect-src': ["'self'", 'ws:', 'wss:'],
      'worker-src': ["'self'"],
      'manifest-src': ["'self'"],
      'media-src': ["'self'"],
      'frame-src': ["'none'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  },
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
});

// The device features that our screens ask for; all others are off.
const permissions = 'camera=(self), geolocation=(self), microphone=(), usb=()';

// The same for every answer, so they are worked out once.
const fixedHeaders: [string, string][] = [...headersOf(setHeaders), ['permissions-policy', permissions]];

/** The security headers, on every answer, refusals included. */
export async function securityHeaders(ctx: Context, next: Next): Promise<void> {
  for (const [name, value] of fixedHeaders) ctx.res.setHeader(name, value);
  await next();
}

function headersOf(middleware: typeof setHeaders): [string, string][] {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, (problem) => {
    if (problem) throw new Error('The security headers cannot be worked out', { cause: problem });
  });
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}
