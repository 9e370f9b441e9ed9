import { ExpirationPlugin } from 'workbox-expiration';
import { addRoute, createHandlerBoundToURL, precache, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { worker } from './worker-scope.ts';

/** Filled in by the build: page, styles, fonts and the screens of customers. */
declare const PRECACHE: PrecacheEntry[];
/** Filled in by the build, too: the rest of its code. Only members of a shop need it without a connection. */
declare const BACK_OFFICE: string[];

/**
 * Serves the page from the cache, online or offline, with the scripts that it was built with. Routes live after the #, so it
 * is the only page; every other address goes to the server.
 */
export function cacheShell(): void {
  precache(PRECACHE);
  const home = new URL(worker.registration.scope).pathname;
  const showPage = createHandlerBoundToURL('index.html');
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && [home, `${home}index.html`].includes(url.pathname),
    async (options) => (await freshStart(options.request)) ?? showPage(options),
  );
  // After the page's own route: the first match answers.
  addRoute();
  // Screens outside the precache, once opened. Their file names change with their content.
  registerRoute(({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(`${home}static/`), screens);
}

const screens = new CacheFirst({ cacheName: 'screens', plugins: [new ExpirationPlugin({ maxEntries: 200 })] });

/** Fetches the screens of the back office when a member of a shop has opened it: each must open without a connection. */
export function cacheBackOffice(): void {
  worker.addEventListener('message', (event) => {
    if (event.data !== 'cache-back-office') return;
    const { scope } = worker.registration;
    const fetchAll = BACK_OFFICE.map((path) => screens.handle({ event, request: new Request(new URL(path, scope)) }));
    // What failed is fetched with the next visit.
    event.waitUntil(Promise.allSettled(fetchAll));
  });
}

const PUBLIC_READ = /\/api\/(shops(\/[^/]+)?|products|navigation)$/;
const PRODUCT_PAGE = /\/api\/products\/\d+$/;
const WEEK_S = 7 * 24 * 3600;

/**
 * Public data of shops: from the network, and from the cache when offline or when the network takes too long. Requests with
 * credentials are not cached: their response is for one user, and the cache serves everybody who uses the device.
 */
export function cacheReads(): void {
  // In their own cache, the pages of products evict no catalog.
  for (const [cacheName, path] of [
    ['reads', PUBLIC_READ],
    ['product-pages', PRODUCT_PAGE],
  ] as const) {
    registerRoute(
      ({ request, url }) => path.test(url.pathname) && !request.headers.has('authorization'),
      new NetworkFirst({
        cacheName,
        networkTimeoutSeconds: 4,
        plugins: [new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: WEEK_S, purgeOnQuotaError: true })],
      }),
    );
  }
}

const PICTURE = /\/(uploads|images|icons)\//;
const MONTH_S = 30 * 24 * 3600;

/** Opaque responses of a CDN count as megabytes of quota, and the browser's own cache has them anyway. */
const ownOnly = { cacheWillUpdate: async ({ response }: { response: Response }) => (response.ok ? response : null) };

/** Pictures of shops and products: the cached one immediately, refreshed for the next time. The oldest are evicted. */
export function cachePictures(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && PICTURE.test(url.pathname),
    new StaleWhileRevalidate({
      cacheName: 'pictures',
      plugins: [ownOnly, new ExpirationPlugin({ maxEntries: 200, maxAgeSeconds: MONTH_S, purgeOnQuotaError: true })],
    }),
  );
}

const TAKE_OVER = 'take-over';

/**
 * A new version waits until no page of the old one is open, because activating it deletes that page's scripts. The page may
 * ask for it earlier, when the user chooses to update.
 */
export function activateOnRequest(): void {
  worker.addEventListener('message', (event) => {
    if (event.data === TAKE_OVER) void worker.skipWaiting();
  });
}

/** Versions that a reload has started already: one that cannot start yet must not keep the page from the user. */
const started = new WeakSet<ServiceWorker>();

/**
 * Starts a waiting version when the user reloads the only open page: responds with a page that activates it and reloads itself,
 * from the new cache. Other tabs need the scripts of their version, so beside them, and in a tab that is opened now, the present
 * version goes on until the user chooses to update.
 */
async function freshStart({ cache }: Request): Promise<Response | undefined> {
  const { waiting } = worker.registration;
  const isReload = cache === 'no-cache' || cache === 'reload';
  if (!waiting || !isReload || started.has(waiting)) return undefined;
  if ((await worker.clients.matchAll({ type: 'window' })).length > 1) return undefined;
  started.add(waiting);
  return new Response(`<!doctype html><script>${TAKE_OVER_AND_RELOAD}</script>`, {
    headers: {
      'content-type': 'text/html',
      // The page is a constant. The server's headers are not on it.
      'content-security-policy': "default-src 'none'; script-src 'unsafe-inline'",
    },
  });
}

/**
 * A `refresh` header would not load the page again: to an address with a fragment it is a jump within the document. The new
 * version takes over when the old one has answered all requests.
 */
const TAKE_OVER_AND_RELOAD = `
  const reload = () => location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', reload);
  navigator.serviceWorker.ready.then(({ waiting }) => (waiting ? waiting.postMessage('${TAKE_OVER}') : reload()));
  setTimeout(reload, 3000);
`;
