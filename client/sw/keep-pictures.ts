import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';

const PICTURE = /\/(uploads|images|icons)\//;
const MONTH_S = 30 * 24 * 3600;

/** What a CDN answered cannot be looked into, and counts as megabytes: the browser keeps it by itself. */
const ownOnly = { cacheWillUpdate: async ({ response }: { response: Response }) => (response.ok ? response : null) };

/** Pictures of shops and products: the copy at once, a newer one for the next time. The oldest make room. */
export function keepPictures(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && PICTURE.test(url.pathname),
    new StaleWhileRevalidate({
      cacheName: 'pictures',
      plugins: [ownOnly, new ExpirationPlugin({ maxEntries: 200, maxAgeSeconds: MONTH_S, purgeOnQuotaError: true })],
    }),
  );
}
