import { Readable } from 'node:stream';
import type { Context, Next } from 'koa';
import compress from 'koa-compress';
import type { EncodedBody, Encoding } from '@haat/core/cache/encoded-body';

/** Answers stored bytes in the encoding that the client prefers; 304 when it has them already. */
export async function answerEncoded(ctx: Context, body: EncodedBody): Promise<void> {
  ctx.status = 200;
  ctx.vary('Accept-Encoding');
  ctx.set('ETag', body.etag);
  ctx.set('Cache-Control', 'no-cache');
  ctx.compress = false;
  // `fresh` copies all headers of the answer, which most requests can skip.
  if (ctx.get('if-none-match') !== '' && ctx.fresh) {
    ctx.status = 304;
    return;
  }
  const encoding = encodingFor(ctx);
  if (encoding !== 'identity') ctx.set('Content-Encoding', encoding);
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = await body.in(encoding);
}

const MOST_CHOICES = 100;
const choices = new Map<string, Encoding>();

// Browsers send a handful of different values, so each is negotiated once. The limit keeps made-up ones from filling the
// memory.
function encodingFor(ctx: Context): Encoding {
  const accepted = ctx.get('accept-encoding');
  const chosen = choices.get(accepted);
  if (chosen) return chosen;
  const encoding = (ctx.acceptsEncodings('br', 'gzip', 'identity') || 'identity') as Encoding;
  if (choices.size < MOST_CHOICES) choices.set(accepted, encoding);
  return encoding;
}

/** A file of text and the name under which a browser saves it. */
export type TextFile = { csv: Readable; fileName: string };

export function answerFile(ctx: Context, { csv, fileName }: TextFile): void {
  ctx.attachment(fileName);
  ctx.type = 'text/csv; charset=utf-8';
  ctx.body = csv;
}

const compressed = compress({ br: {}, gzip: {}, deflate: false });

/** Compresses responses where it pays. A client that accepts no encoding at all gets plain bytes. */
export async function compression(ctx: Context, next: Next): Promise<void> {
  await next();
  // Already encoded, as the most frequent responses are.
  if (ctx.compress === false) return;
  // koa-compress would throw without an acceptable encoding.
  if (!ctx.acceptsEncodings('zstd', 'br', 'gzip', 'identity')) ctx.compress = false;
  await compressed(ctx, async () => {});
}

/**
 * Closes the stream of a response that nobody will read: of a HEAD request, or of a client that has disconnected. Koa leaves
 * it open, and an error of a forgotten stream would end the process.
 */
export async function closeUnread(ctx: Context, next: Next): Promise<void> {
  await next();
  const isGone = ctx.res.destroyed;
  if (!(ctx.body instanceof Readable) || !(isGone || ctx.method === 'HEAD')) return;
  ctx.body.once('error', () => {});
  ctx.body.destroy();
  if (isGone) ctx.compress = ctx.respond = false;
}
