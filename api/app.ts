import { env } from '@haat/core/env';
import { log } from '@haat/core/log';
import Koa from 'koa';
import { queueBoard } from './board/queue-board.ts';
import { paymentSandbox } from './dev/payment-sandbox.ts';
import { accessLog } from './http/access-log.ts';
import { closeUnread } from './http/close-unread.ts';
import { compression } from './http/compression.ts';
import { cors } from './http/cors.ts';
import { errorHandler } from './http/error-handler.ts';
import { jsonBody } from './http/json-body.ts';
import { requestId } from './http/request-id.ts';
import { requestMetrics } from './http/request-metrics.ts';
import { requestTarget } from './http/request-target.ts';
import { securityHeaders } from './http/security-headers.ts';
import { type ApiState, session } from './http/session.ts';
import { unknownRoute } from './http/unknown-route.ts';
import { clientFiles } from './http/static-files.ts';
import { shopPictures, uploadedFiles } from './http/uploaded-files.ts';
import { allRoutes, type Tools } from './routes/all-routes.ts';
import { devMailRoutes } from './routes/dev-mail.routes.ts';
import { docsRoutes } from './routes/docs.routes.ts';
import { createHealthRoutes } from './routes/health.routes.ts';

export type AppOptions = Tools & { isServing?: () => boolean };

/** The whole HTTP side as one Koa application, not listening yet. */
export function createApp({ isServing = () => true, ...tools }: AppOptions): Koa<ApiState> {
  // With no limit on the addresses it reads, Koa would take the first of X-Forwarded-For, which anybody can write.
  const app = new Koa<ApiState>({ proxy: env.TRUSTED_PROXIES > 0, maxIpsCount: env.TRUSTED_PROXIES });
  app.on('error', logStreamError);
  app.use(requestId).use(requestMetrics).use(accessLog).use(securityHeaders);
  if (env.CORS_ORIGINS.length > 0) app.use(cors);
  app.use(compression).use(closeUnread).use(errorHandler).use(requestTarget);
  app.use(createHealthRoutes(isServing).routes());
  if (env.NODE_ENV !== 'production' && env.PAYMENT_SANDBOX_URL) app.use(paymentSandbox(env.PAYMENT_SANDBOX_URL));
  app.use(queueBoard).use(jsonBody).use(session);
  for (const routes of allRoutes(tools)) app.use(routes.routes());
  if (env.API_DOCS) app.use(docsRoutes.routes());
  if (env.NODE_ENV !== 'production') app.use(devMailRoutes.routes());
  app.use(uploadedFiles).use(shopPictures).use(clientFiles).use(unknownRoute);
  return app;
}

// Everything that is thrown ends in `errorHandler`; what comes here is a reader that left in the middle of an answer.
function logStreamError(error: NodeJS.ErrnoException): void {
  const left = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ECANCELED'].includes(error.code ?? '');
  if (!left) log.error({ error: { name: error.name, message: error.message, stack: error.stack } }, 'An answer broke');
}
