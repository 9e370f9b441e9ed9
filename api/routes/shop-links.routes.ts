import { env } from '@haat/core/env';
import { readScannedText } from '@haat/machines/scanner/scanned-text.machine';
import { Router } from '@koa/router';
import type { ApiState } from '../http/session.ts';

/**
 * Printed shop links without the hash, e.g. `/malnad-dairy/products`: a browser that opens one asks the server, which
 * redirects to the screen of the app. A link that names no shop leads to the landing page.
 */
export const shopLinksRoutes = new Router<ApiState>();

shopLinksRoutes.get(['/:slug/products', '/:slug/login'], async (ctx, next) => {
  if (ctx.path.startsWith('/api/')) {
    await next();
    return;
  }
  const { origin } = new URL(env.PUBLIC_URL);
  const scanned = readScannedText({ text: `${origin}${ctx.path}`, origins: [origin] });
  ctx.redirect(scanned.kind === 'shopLink' ? `/#/${encodeURIComponent(scanned.slug)}/products` : '/');
});
