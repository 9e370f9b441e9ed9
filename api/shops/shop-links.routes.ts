import { env } from '@haat/core/ops/env';
import { readScannedText } from '@haat/machines/stock/scanned-text.machine';
import { Router } from '@koa/router';
import type { ApiState } from '../http/route.ts';

/** A path of one segment and the screen. The server's own folders are not matched, so that their unknown paths are 404. */
const SHOP_LINK = /^\/(?!(?:api|dev|images|static|uploads)\/)[^/]+\/(?:products|login)\/?$/;

/**
 * Printed shop links without the hash, e.g. `/malnad-dairy/products`: a browser that opens one asks the server, which
 * redirects to the screen of the app. A link that names no shop leads to the landing page.
 */
export const shopLinksRoutes = new Router<ApiState>();

shopLinksRoutes.get(SHOP_LINK, (ctx) => {
  const { origin } = new URL(env.PUBLIC_URL);
  const scanned = readScannedText({ text: `${origin}${ctx.path}`, origins: [origin] });
  ctx.redirect(scanned.kind === 'shopLink' ? `/#/${encodeURIComponent(scanned.slug)}/products` : '/');
});
