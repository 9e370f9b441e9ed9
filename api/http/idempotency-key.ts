import { idempotencyKey } from '@haat/contract/api/common.schema';
import type { Context } from 'koa';
import { parse } from './parse.ts';

/** The key under which a call is to be done once; none where the caller sends none. Throws invalid_input. */
export const readIdempotencyKey = (ctx: Context): string | undefined =>
  parse(idempotencyKey.optional(), ctx.get('idempotency-key') || undefined);
