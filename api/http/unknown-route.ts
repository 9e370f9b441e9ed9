import { DomainError } from '@haat/core/errors';
import type { Context } from 'koa';

type Matched = { methods: string[] }[];

/** What no route answered: 405 where the path is known with another method, else 404. */
export function unknownRoute(ctx: Context): void {
  const layers = (ctx as Context & { matched?: Matched }).matched ?? [];
  const methods = new Set(layers.flatMap((layer) => layer.methods));
  if (methods.size === 0) throw new DomainError('not_found', 'Not found');
  ctx.set('Allow', [...methods].join(', '));
  throw new DomainError('method_not_allowed', `${ctx.method} is not possible here`);
}
