/** Nobody answered in time. What was asked for may have been done all the same. */
export class TimeLimitError extends Error {
  override name = 'TimeLimitError';
}

/** A signal that aborts with TimeLimitError after `ms`, or with `outer`; `clear` when it is needed no more. */
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
