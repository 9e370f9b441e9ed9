import { unescape } from 'node:querystring';
import { accessLines } from '@haat/core/log';
import type { Context, Next } from 'koa';
import type { ApiState } from './session.ts';

/** One line per request, written when its answer has ended; of a stream, when the reader has left. */
export function accessLog(ctx: Context, next: Next): Promise<void> {
  if (!accessLines.isLevelEnabled('info')) return next();
  const startedAt = performance.now();
  ctx.res.once('close', () => {
    const { requestId, session } = ctx.state as ApiState;
    accessLines.info({
      requestId,
      method: ctx.method,
      url: redactUrl(ctx.originalUrl),
      status: ctx.res.statusCode,
      ms: Math.round(performance.now() - startedAt),
      ip: ctx.ip,
      userId: session?.userId,
      shopId: session?.shopId,
      aborted: ctx.res.writableFinished ? undefined : true,
    });
  });
  return next();
}

const LETS_IN = /token|ticket|code/i;
/** Where somebody is, what they look for (a name, a phone), and whose mail it is. */
const TELLS_OF_SOMEBODY = /^(lat|lng|search|to)$/i;

/** The address without what could let somebody in, as the stream takes its token in the query, or tells of somebody. */
export function redactUrl(url: string): string {
  const [path = '', ...rest] = url.split('?');
  if (rest.length === 0) return url;
  return `${path}?${rest.join('?').split('&').map(redactPair).join('&')}`;
}

// The name as the router reads it: `%74oken` is a token, too.
function redactPair(pair: string): string {
  const [given = ''] = pair.split('=');
  const name = unescape(given.replaceAll('+', ' ')).trim();
  return LETS_IN.test(name) || TELLS_OF_SOMEBODY.test(name) ? `${given}=[redacted]` : pair;
}
