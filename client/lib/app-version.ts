const listeners = new Set<() => void>();
let waiting: ServiceWorker | undefined;

/** Whether a newer version of the app waits for its activation. */
export function hasNewVersion(): boolean {
  return waiting !== undefined;
}

/** For `useSyncExternalStore`. */
export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Notifies the listeners that a newer version waits. */
export function announceVersion(worker: ServiceWorker): void {
  waiting = worker;
  for (const listener of listeners) listener();
}

/** Activates the newer version and reloads the page. */
export function activateNewVersion(): void {
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  waiting?.postMessage('take-over');
}
