import { env } from '@haat/core/ops/env';
import { log } from '@haat/core/ops/log';
import Koa from 'koa';
import { queueDashboard } from './queue-dashboard/queue-dashboard.ts';
import { paymentSandbox } from './dev/payment-sandbox.ts';
import { accessLog, requestId, requestMetrics } from './http/request-log.ts';
import { type ApiState, closeUnread, compression, routerOf } from './http/route.ts';
import { cors, securityHeaders } from './http/headers.ts';
import { errorHandler, requestTarget, unknownRoute } from './http/errors.ts';
import { catalogPictures, clientFiles, defaultShopPicture, shopPictures, uploadedFiles } from './http/static-files.ts';
import { allRoutes, type Tools } from './all-routes.ts';
import { devMailRoutes } from './dev/dev-mail.routes.ts';
import { docsRoutes } from './docs/docs.routes.ts';
import { createHealthRoutes } from './http/health.routes.ts';
import { shopLinksRoutes } from './shops/shop-links.routes.ts';
import { unsubscribeLinksRoutes } from './accounts/unsubscribe-links.routes.ts';

export type AppOptions = Tools & { isServing?: () => boolean };

/** The Koa application, not listening yet. */
export function createApp({ isServing = () => true, ...tools }: AppOptions): Koa<ApiState> {
  // Without a limit, Koa would trust the first address in X-Forwarded-For, which any client can set.
  const app = new Koa<ApiState>({ proxy: env.TRUSTED_PROXIES > 0, maxIpsCount: env.TRUSTED_PROXIES });
  app.on('error', logStreamError);
  app.use(requestId).use(requestMetrics).use(accessLog).use(securityHeaders);
  if (env.CORS_ORIGINS.length > 0) app.use(cors);
  app.use(compression).use(closeUnread).use(errorHandler).use(requestTarget);
  app.use(createHealthRoutes(isServing).routes());
  if (env.NODE_ENV !== 'production' && env.PAYMENT_SANDBOX_URL) app.use(paymentSandbox(env.PAYMENT_SANDBOX_URL));
  app.use(routerOf(allRoutes(tools)).routes()).use(queueDashboard);
  app.use(unsubscribeLinksRoutes.routes());
  if (env.API_DOCS) app.use(docsRoutes.routes());
  if (env.NODE_ENV !== 'production') app.use(devMailRoutes.routes());
  app
    .use(uploadedFiles)
    .use(shopPictures)
    .use(catalogPictures)
    .use(clientFiles)
    .use(defaultShopPicture)
    .use(shopLinksRoutes.routes())
    .use(unknownRoute);
  return app;
}

// All thrown errors end in `errorHandler`; this is for clients that disconnect in the middle of a response.
function logStreamError(error: NodeJS.ErrnoException): void {
  const { name, message, stack, code = '' } = error;
  if (['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE', 'ECANCELED'].includes(code)) return;
  // Every client can send a malformed request, or send one too slowly: that must not raise an alert.
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT' || code.startsWith('HPE_')) log.info({ reason: message }, 'Request aborted');
  else log.error({ error: { name, message, stack } }, 'Response failed');
}
