import koaCors from '@koa/cors';
import { env } from '@haat/core/env';

/** Lets pages of exactly the configured origins call us, without cookies. Our own page needs none of it. */
export const cors = koaCors({
  origin: (ctx) => (isAllowedOrigin(ctx.get('Origin')) ? ctx.get('Origin') : ''),
  allowMethods: ['GET', 'POST', 'PUT', 'PATCH'],
  allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Last-Event-ID', 'X-Request-Id'],
  exposeHeaders: ['ETag', 'Retry-After', 'X-Request-Id'],
  credentials: false,
  maxAge: 600,
});

/** Whether pages of that origin, other than our own, may call us. */
export function isAllowedOrigin(origin: string): boolean {
  return env.CORS_ORIGINS.includes(origin);
}
