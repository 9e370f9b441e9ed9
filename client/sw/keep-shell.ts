import { ExpirationPlugin } from 'workbox-expiration';
import { addRoute, createHandlerBoundToURL, precache, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst } from 'workbox-strategies';
import { freshStart } from './take-over.ts';
import { worker } from './worker-scope.ts';

/** Filled in by the build: page, styles, fonts and the screens of customers. */
declare const PRECACHE: PrecacheEntry[];

/**
 * The page itself comes from the copy, line or not, and with it the very scripts that it was built with. Routes live
 * after the #, so it is the only page; anything else that the server has to show goes to the server.
 */
export function keepShell(): void {
  precache(PRECACHE);
  const home = new URL(worker.registration.scope).pathname;
  const showPage = createHandlerBoundToURL('index.html');
  registerRoute(
    ({ request, url }) => request.mode === 'navigate' && [home, `${home}index.html`].includes(url.pathname),
    async (options) => (await freshStart()) ?? showPage(options),
  );
  // After the page's own route: the first that fits answers.
  addRoute();
  // Screens that are not kept beforehand, once they were opened: their names change with their content.
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith(`${home}static/`),
    new CacheFirst({ cacheName: 'screens', plugins: [new ExpirationPlugin({ maxEntries: 60 })] }),
  );
}
