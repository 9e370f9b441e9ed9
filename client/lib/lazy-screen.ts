import { createElement, use, type ComponentType, type FunctionComponent } from 'react';
import { loadChunk } from './load-chunk.ts';

/** `preload`: starts loading before the screen is shown; resolves when it is loaded. */
export type LazyScreen<Props extends object = object> = FunctionComponent<Props> & { preload: () => Promise<unknown> };

/**
 * A screen that is fetched when it is first shown: `lazyScreen(() => import('./X.tsx'), 'X')`. Throws ChunkLoadError
 * when it cannot be fetched within 120000 ms. Not `React.lazy`, which never retries.
 */
export function lazyScreen<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyScreen<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  const fetchScreen = () => atHand(loadChunk({ name, load, retry }).then((module) => module[name]));
  function retry(): Promise<ComponentType<Props>> {
    const again = fetchScreen();
    // Until it is loaded the screen keeps showing the failure.
    return again.then((screen) => {
      loading = again;
      return screen;
    });
  }
  const preload = () => (loading ??= fetchScreen());
  return Object.assign((props: Props) => createElement(use(preload()), props), { preload, displayName: name });
}

/** Marks a fulfilled promise as React does, so that `use` reads it immediately instead of suspending. */
function atHand<Value>(promise: Promise<Value>): Promise<Value> {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => {},
  );
  return promise;
}
