import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';

const PUBLIC_READ = /\/api\/(shops(\/[^/]+)?|products|navigation)$/;
const WEEK_S = 7 * 24 * 3600;

/**
 * What everybody may read of a shop: from the line, and from the copy when there is none or it takes too long. A request
 * that says who asks is not touched: its answer is for one person, and this copy serves whoever holds the phone.
 */
export function keepReads(): void {
  registerRoute(
    ({ request, url }) => PUBLIC_READ.test(url.pathname) && !request.headers.has('authorization'),
    new NetworkFirst({
      cacheName: 'reads',
      networkTimeoutSeconds: 4,
      plugins: [new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: WEEK_S, purgeOnQuotaError: true })],
    }),
  );
}
