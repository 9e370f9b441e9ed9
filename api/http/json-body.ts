import { DomainError } from '@haat/core/errors';
import { bodyParser } from '@koa/bodyparser';
import type { Context, Middleware, Next } from 'koa';

const MAX_BODY = '256kb';
const MAX_DEPTH = 50;

/**
 * The JSON body of calls to /api. Other types are refused with 415, which also keeps forms of foreign pages out, and so
 * are compressed ones, which nobody of ours sends; larger ones with 413, deeper ones with 400.
 */
export const jsonBody: Middleware[] = [
  refuseOtherTypes,
  bodyParser({ enableTypes: ['json'], jsonLimit: MAX_BODY, jsonStrict: true }),
  refuseDeepBodies,
];

async function refuseOtherTypes(ctx: Context, next: Next): Promise<void> {
  const hasBody = ctx.get('transfer-encoding') !== '' || (ctx.request.length ?? 0) > 0;
  const isPlain = ['', 'identity'].includes(ctx.get('content-encoding'));
  if (hasBody && !(isPlain && ctx.request.is('application/json')))
    throw new DomainError('unsupported_media_type', 'Send JSON');
  await next();
}

// A parser that recurses further down would otherwise meet it first.
async function refuseDeepBodies(ctx: Context, next: Next): Promise<void> {
  if (ctx.request.body !== undefined && isDeeperThan(ctx.request.body, MAX_DEPTH))
    throw new DomainError('invalid_input', 'The body is nested too deeply');
  await next();
}

function isDeeperThan(body: unknown, limit: number): boolean {
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.filter((value) => typeof value === 'object' && value !== null).flatMap(Object.values);
  }
  return false;
}
