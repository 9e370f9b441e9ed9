import { announceVersion } from '../lib/app-version.ts';

const HOUR_MS = 3_600_000;
const CACHED = /\/api\/(shops|products|navigation)|\/(uploads|images)\//;

/** Registers the service worker, lets it cache the files of the first visit, and announces newer versions. */
export async function registerWorker(): Promise<void> {
  const isFirst = !navigator.serviceWorker.controller;
  const registration = await navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' });
  if (isFirst) await cacheFirstPage();
  followVersions(registration);
}

// The worker was not active yet when the page requested these.
async function cacheFirstPage(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const read = performance.getEntriesByType('resource').map(({ name }) => name);
  const urlsToCache = [...new Set(read)].filter((url) => CACHED.test(url));
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } });
}

function followVersions(registration: ServiceWorkerRegistration): void {
  const announce = () => {
    const { waiting } = registration;
    if (waiting && navigator.serviceWorker.controller) announceVersion(waiting);
  };
  announce();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', announce),
  );
  // A page that stays open for days would never check.
  setInterval(() => void registration.update().catch(() => {}), HOUR_MS);
}
