const listeners = new Set<() => void>();
let current: WakeLockSentinel | undefined;
let isRefused = false;

/** Whether the screen should stay on and the system does not allow it, as with a battery saver. */
export const isWakeLockRefused = (): boolean => isRefused;

/** For `useSyncExternalStore` with `isWakeLockRefused`. */
export function onWakeLockChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** To be called with the result of a request for a wake lock; without a lock, the system has refused it. */
export function followWakeLock(lock: WakeLockSentinel | undefined): void {
  current = lock;
  show(lock === undefined);
  lock?.addEventListener('release', () => {
    // Of a page that is hidden it is always released.
    if (current === lock) show(document.visibilityState === 'visible');
  });
}

/** To be called before the lock is given up. */
export function forgetWakeLock(): void {
  current = undefined;
  show(false);
}

function show(next: boolean): void {
  if (next === isRefused) return;
  isRefused = next;
  for (const listener of listeners) listener();
}
