import type { Context, Next } from 'koa';
import helmet from 'koa-helmet';

/** What a browser may load and do on our pages: our own files, our own sockets, nothing from elsewhere, no frames. */
export const securityHeaders = helmet({
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

/** The device features that our screens ask for; all others are off. */
export async function permissionsPolicy(ctx: Context, next: Next): Promise<void> {
  ctx.set('Permissions-Policy', 'camera=(self), geolocation=(self), bluetooth=(self), microphone=(), usb=()');
  await next();
}
