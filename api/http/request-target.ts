import { DomainError } from '@haat/core/errors';
import type { Context, Next } from 'koa';

/** Refuses an address that is none, over which Koa would break when somebody first asks for the path. */
export async function requestTarget(ctx: Context, next: Next): Promise<void> {
  const target = ctx.req.url ?? '';
  const isAddress = target.startsWith('/') || target === '*' || URL.canParse(target);
  if (!isAddress) throw new DomainError('invalid_input', 'The address cannot be read');
  return next();
}
