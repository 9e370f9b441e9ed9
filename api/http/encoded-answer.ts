import type { EncodedBody, Encoding } from '@haat/core/cache/encoded-body';
import type { Context } from 'koa';

/** Answers the bytes as they were kept, in the encoding that the reader likes best; nothing when the reader has them already. */
export async function answerEncoded(ctx: Context, body: EncodedBody): Promise<void> {
  ctx.status = 200;
  ctx.vary('Accept-Encoding');
  ctx.set('ETag', body.etag);
  ctx.set('Cache-Control', 'no-cache');
  ctx.compress = false;
  // `fresh` copies all headers of the answer, which most requests need not wait for.
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

// Browsers send a handful of different texts, so that the choice need be made once for each. Whoever makes up others
// shall not fill the memory.
function encodingFor(ctx: Context): Encoding {
  const accepted = ctx.get('accept-encoding');
  const chosen = choices.get(accepted);
  if (chosen) return chosen;
  const encoding = (ctx.acceptsEncodings('br', 'gzip', 'identity') || 'identity') as Encoding;
  if (choices.size < MOST_CHOICES) choices.set(accepted, encoding);
  return encoding;
}
