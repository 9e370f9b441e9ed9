import { Readable } from 'node:stream';
import type { Context, Next } from 'koa';

/**
 * Closes the file of an answer that nobody will read, because only its head was asked for or its reader has left before it
 * began. Koa leaves such a file open; then it can still break where nobody listens, and a file handle that is forgotten
 * ends the process.
 */
export async function closeUnread(ctx: Context, next: Next): Promise<void> {
  await next();
  const isGone = ctx.res.destroyed;
  if (!(ctx.body instanceof Readable) || !(isGone || ctx.method === 'HEAD')) return;
  ctx.body.once('error', () => {});
  ctx.body.destroy();
  if (isGone) ctx.compress = ctx.respond = false;
}
