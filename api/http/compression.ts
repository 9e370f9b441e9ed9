import compress from 'koa-compress';
import type { Context, Next } from 'koa';

const compressed = compress({ br: {}, gzip: {}, deflate: false });

/** Compresses what is worth it. A reader that accepts nothing at all, not even plain bytes, gets those. */
export async function compression(ctx: Context, next: Next): Promise<void> {
  await next();
  // What was kept in its encodings is by far the most that is asked for.
  if (ctx.compress === false) return;
  // koa-compress would look for a way to compress with no encoding, and break.
  if (!ctx.acceptsEncodings('zstd', 'br', 'gzip', 'identity')) ctx.compress = false;
  await compressed(ctx, async () => {});
}
