import { randomUUID } from 'node:crypto';
import { traced } from '@haat/core/trace';
import type { Context, Next } from 'koa';

/** Gives every request an id, a caller's own when it is harmless, and says it in the answer, so that all lines that it causes can be found. */
export function requestId(ctx: Context, next: Next): Promise<void> {
  const given = ctx.get('x-request-id');
  const requestId = /^[\w-]{8,64}$/.test(given) ? given : randomUUID();
  ctx.state.requestId = requestId;
  ctx.set('X-Request-Id', requestId);
  return traced({ requestId }, next);
}
