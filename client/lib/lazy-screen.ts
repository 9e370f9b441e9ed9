import { createElement, use, type ComponentType, type FunctionComponent } from 'react';

/** How long the code of a screen may take to load. */
const CHUNK_TIMEOUT_MS = 120_000;

/** A screen's code could not be loaded: the device is offline, or a new version replaced the files of this page. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
  /** Fetches it again; resolves when it is loaded, rejects when it failed again. */
  readonly retry: () => Promise<unknown>;

  constructor(message: string, options: ErrorOptions & { retry: () => Promise<unknown> }) {
    super(message, options);
    this.retry = options.retry;
  }
}

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
  const fetchScreen = () => atHand(withinTime(load(), { name, retry }).then((module) => module[name]));
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

/** Marks a fulfilled promise as React does, so that `use` reads it at once instead of suspending. */
function atHand<Value>(promise: Promise<Value>): Promise<Value> {
  promise.then(
    (value) => Object.assign(promise, { status: 'fulfilled', value }),
    () => {},
  );
  return promise;
}

type Chunk = { name: string; retry: () => Promise<unknown> };

async function withinTime<Module>(loading: Promise<Module>, { name, retry }: Chunk): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const late = new ChunkLoadError(`Loading chunk ${name} failed. (timeout)`, { retry });
    timer = setTimeout(() => reject(late), CHUNK_TIMEOUT_MS);
  });
  const failed = loading.catch((cause: unknown) => {
    throw new ChunkLoadError(`Loading chunk ${name} failed.`, { cause, retry });
  });
  return Promise.race([failed, tooLate]).finally(() => clearTimeout(timer));
}
