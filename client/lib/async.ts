/** In ms. A tab that hangs must not stop the others for ever. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * Runs the work while no other tab runs work of that name. The work must be idempotent: without a lock manager (plain http,
 * forbidden storage), or after ten seconds of waiting for the lock, it runs anyway.
 */
export async function withTabLock<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return work();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), LOCK_TIMEOUT_MS);
  let hasLock = false;
  const underLock = () => {
    hasLock = true;
    return work();
  };
  try {
    return await locks.request(name, { signal: timeout.signal }, underLock);
  } catch (error) {
    if (hasLock) throw error;
    return work();
  } finally {
    clearTimeout(timer);
  }
}

/** No response in time. The request may still have succeeded. */
export class TimeLimitError extends Error {
  override name = 'TimeLimitError';
}

/** A signal that aborts with TimeLimitError after `ms`, or with `outer`; `clear` when it is no longer needed. */
export function timeLimit(ms: number, outer?: AbortSignal): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController();
  const follow = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(new TimeLimitError(`No answer within ${ms} ms`)), ms);
  if (outer?.aborted) follow();
  outer?.addEventListener('abort', follow);
  const clear = () => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', follow);
  };
  return { signal: controller.signal, clear };
}

const LATEST_MS = 2000;

const LOOK_AGAIN_MS = 100;

/**
 * Calls back once the page has nothing better to do: its screen is shown, with the pictures that are in view, and the browser is
 * idle; after two seconds at the latest. Returns the cancel.
 */
export function whenIdle(work: () => void): () => void {
  const latest = performance.now() + LATEST_MS;
  let cancel = () => {};
  const wait = (look: () => void, ms: number) => {
    const timer = setTimeout(look, ms);
    cancel = () => clearTimeout(timer);
  };
  const look = () => {
    if (performance.now() < latest && !isShown()) wait(look, LOOK_AGAIN_MS);
    // Safari has no idle callbacks.
    else if (!('requestIdleCallback' in window)) work();
    else {
      const idle = requestIdleCallback(work, { timeout: Math.max(1, latest - performance.now()) });
      cancel = () => cancelIdleCallback(idle);
    }
  };
  wait(look, 'requestIdleCallback' in window ? 0 : LOOK_AGAIN_MS * 3);
  return () => cancel();
}

const isShown = () =>
  !document.querySelector('main [aria-busy="true"]') &&
  [...document.querySelectorAll('img')].every(({ complete, loading }) => complete || loading === 'lazy');
