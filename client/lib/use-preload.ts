import { useEffect } from 'react';
import { loadWithRetry, whenIdle } from './async.ts';

/** A part of a screen whose code is loaded when it is first shown, or before. */
export type Preloadable = { preload: () => Promise<unknown> };

/** Loads what later taps need once the page is idle, so that it is there although the connection is lost by then. */
export function usePreload(parts: readonly Preloadable[]): void {
  useEffect(() => {
    const ended = new AbortController();
    const cancel = whenIdle(() => {
      for (const { preload } of parts) void loadWithRetry(preload, ended.signal);
    });
    return () => {
      cancel();
      ended.abort();
    };
  }, [parts]);
}
