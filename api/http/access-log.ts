import { log } from '@haat/core/log';
import type { Context, Next } from 'koa';
import type { ApiState } from './session.ts';

/** One line per request, written when its answer has ended; of a stream, when the reader has left. */
export async function accessLog(ctx: Context, next: Next): Promise<void> {
  if (!log.isLevelEnabled('info')) return next();
  const startedAt = performance.now();
  ctx.res.once('close', () => {
    const { requestId, session } = ctx.state as ApiState;
    log.info({
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
  await next();
}

/** The address without what could let somebody in: the stream takes its token in the query. */
function redactUrl(url: string): string {
  return url.replaceAll(/([?&;][^=&]*(?:token|ticket|code)[^=&]*=)[^&]*/gi, '$1[redacted]');
}
