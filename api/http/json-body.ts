import { ENDPOINTS } from '@haat/contract/api/endpoints';
import { DomainError } from '@haat/core/errors';
import { bodyParser } from '@koa/bodyparser';
import type { Context, Next } from 'koa';
import { endpointPath } from './endpoint-path.ts';

const MAX_BODY = '256kb';
const MAX_DEPTH = 50;

const formPaths = ENDPOINTS.filter(({ form }) => form !== undefined).map(endpointPath);
const signedPaths = ENDPOINTS.filter(({ isSigned }) => isSigned).map(endpointPath);

/**
 * The JSON body of calls to /api. Other types are refused with 415, which also keeps forms of foreign pages out, and so
 * are compressed ones, which nobody of ours sends; larger ones with 413, deeper ones with 400. Forms, and what is signed,
 * are left unread for the routes that take them.
 */
export function jsonBody(ctx: Context, next: Next): Promise<void> {
  if (isWantedForm(ctx) || signedPaths.some((path) => path.test(ctx.path))) return next();
  if (hasBody(ctx)) refuseOtherTypes(ctx);
  else if (ctx.method === 'GET') return next();
  return parseJson(ctx, () => {
    refuseDeepBodies(ctx);
    return next();
  });
}

const parseJson = bodyParser({ enableTypes: ['json'], jsonLimit: MAX_BODY, jsonStrict: true });

function hasBody({ req: { headers } }: Context): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isWantedForm(ctx: Context): boolean {
  const type = ctx.req.headers['content-type'];
  return type?.startsWith('multipart/form-data') === true && formPaths.some((path) => path.test(ctx.path));
}

function refuseOtherTypes(ctx: Context): void {
  const isPlain = ['', 'identity'].includes(ctx.get('content-encoding'));
  if (!isPlain || !ctx.request.is('application/json')) throw new DomainError('unsupported_media_type', 'Send JSON');
}

// A parser that recurses further down would otherwise meet it first.
function refuseDeepBodies({ request: { body } }: Context): void {
  if (body !== undefined && isDeeperThan(body, MAX_DEPTH))
    throw new DomainError('invalid_input', 'The body is nested too deeply');
}

function isDeeperThan(body: unknown, limit: number): boolean {
  let level = [body];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    level = level.filter((value) => typeof value === 'object' && value !== null).flatMap(Object.values);
  }
  return false;
}
