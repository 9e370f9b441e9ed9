import { announceVersion } from './new-version.ts';

const HOUR_MS = 3_600_000;
const KEPT = /\/api\/(shops|products|navigation)|\/(uploads|images)\//;

/** Starts the service worker, gives it what this first page has read already, and tells of newer versions. */
export async function keepOffline(): Promise<void> {
  const isFirst = !navigator.serviceWorker.controller;
  const registration = await navigator.serviceWorker.register('sw.js', { updateViaCache: 'none' });
  if (isFirst) await keepWhatWasRead();
  followVersions(registration);
}

// The worker was not there yet when the page asked for these.
async function keepWhatWasRead(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  const read = performance.getEntriesByType('resource').map(({ name }) => name);
  const urlsToCache = [...new Set(read)].filter((url) => KEPT.test(url));
  active?.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache } });
}

function followVersions(registration: ServiceWorkerRegistration): void {
  const tell = () => {
    const { waiting } = registration;
    if (waiting && navigator.serviceWorker.controller) announceVersion(waiting);
  };
  tell();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', tell));
  // A page that stays open for days would never ask.
  setInterval(() => void registration.update().catch(() => {}), HOUR_MS);
}
