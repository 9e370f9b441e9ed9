import { createElement, use, type ComponentType } from 'react';

/** Spec section 9: how long a screen may take to arrive. */
const CHUNK_TIMEOUT_MS = 120_000;

/** A screen's code did not arrive: the line is broken, or a new version replaced the one that this page was built of. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
  /** Fetches it again; resolves when it is there, rejects when it failed once more. */
  readonly retry: () => Promise<unknown>;

  constructor(message: string, options: ErrorOptions & { retry: () => Promise<unknown> }) {
    super(message, options);
    this.retry = options.retry;
  }
}

/** `preload`: begins to fetch it before it is shown; resolves when it is there. */
export type LazyScreen<Props extends object = object> = ComponentType<Props> & { preload: () => Promise<unknown> };

/**
 * A screen that is fetched when it is first shown: `lazyScreen(() => import('./X.tsx'), 'X')`. Throws ChunkLoadError
 * when it cannot be fetched, or not within 120000 ms. Spec section 8. Not `React.lazy`, which never asks again.
 */
export function lazyScreen<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyScreen<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  const fetchScreen = () => atHand(withinTime(load(), { name, retry }).then((module) => module[name]));
  function retry(): Promise<ComponentType<Props>> {
    const again = fetchScreen();
    // Until it is there the screen goes on with the failure that it shows.
    return again.then((screen) => {
      loading = again;
      return screen;
    });
  }
  const preload = () => (loading ??= fetchScreen());
  return Object.assign((props: Props) => createElement(use(preload()), props), { preload });
}

/** Marks a promise, once it is kept, the way React marks those it knows: else it shows a stand-in for a turn at least. */
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
