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

/** The address without what could let somebody in: the stream takes its token in the query. */
export function redactUrl(url: string): string {
  if (!/token|ticket|code|%/i.test(url)) return url;
  const [path = '', ...rest] = url.split('?');
  if (rest.length === 0) return url;
  return `${path}?${rest.join('?').split('&').map(redactPair).join('&')}`;
}

// The name as the router reads it: `%74oken` is a token, too.
function redactPair(pair: string): string {
  const [name = ''] = pair.split('=');
  return /token|ticket|code/i.test(unescape(name)) ? `${name}=[redacted]` : pair;
}
