import { randomUUID } from 'node:crypto';
import type { Context, Next } from 'koa';

/** Gives every request an id, a caller's own when it is harmless, and says it in the answer, so that a log line can be found. */
export function requestId(ctx: Context, next: Next): Promise<void> {
  const given = ctx.get('x-request-id');
  ctx.state.requestId = /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
  ctx.set('X-Request-Id', ctx.state.requestId);
  return next();
}
