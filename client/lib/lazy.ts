import { createElement, use, useEffect, useState, type ComponentType, type FunctionComponent } from 'react';
import { whenIdle } from './async.ts';

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

/** `preload`: loads it before it is shown; rejects when that fails. */
export type LazyComponent<Props extends object> = FunctionComponent<Props> & { preload: () => Promise<unknown> };

/**
 * A part that a screen does without until its code is loaded: `lazyComponent(() => import('./X.tsx'), 'X')`. It is loaded once
 * the rest of the screen is shown. A failed load is retried, and nothing waits for it. `placeholder` reserves its space if
 * content follows below.
 */
export function lazyComponent<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  placeholder?: ComponentType,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => (loaded ??= (await load())[name]);
  function LatePart(props: Props) {
    const [part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (part) return undefined;
      const ended = new AbortController();
      const cancel = whenIdle(() => {
        void loadWithRetry(preload, ended.signal).then((late) => {
          if (late && !ended.signal.aborted) setPart(() => late);
        });
      });
      return () => {
        cancel();
        ended.abort();
      };
    }, [part]);
    if (part) return createElement(part, props);
    return placeholder ? createElement(placeholder) : null;
  }
  return Object.assign(LatePart, { preload });
}

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

/** How long the code of a screen may take to load. */
const CHUNK_TIMEOUT_MS = 120_000;

/** A chunk of the app could not be loaded: the device is offline, or a new version replaced the files of this page. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
  /** Fetches it again; resolves when it is loaded, rejects when it failed again. */
  readonly retry: () => Promise<unknown>;

  constructor(message: string, options: ErrorOptions & { retry: () => Promise<unknown> }) {
    super(message, options);
    this.retry = options.retry;
  }
}

export type Chunk<Module> = { name: string; load: () => Promise<Module>; retry?: () => Promise<unknown> };

/** Loads a chunk. Rejects with ChunkLoadError when it fails, and when it takes longer than 120000 ms. */
async function loadChunk<Module>({ name, load, retry = load }: Chunk<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const late = new ChunkLoadError(`Loading chunk ${name} failed. (timeout)`, { retry });
    timer = setTimeout(() => reject(late), CHUNK_TIMEOUT_MS);
  });
  const failed = load().catch((cause: unknown) => {
    throw new ChunkLoadError(`Loading chunk ${name} failed.`, { cause, retry });
  });
  return Promise.race([failed, tooLate]).finally(() => clearTimeout(timer));
}

/** Loads code that a tap needs. Reloads the page when that fails although the server answers; rejects with ChunkLoadError. */
export async function loadForTap<Module>(chunk: Chunk<Module>): Promise<Module> {
  try {
    return await loadChunk(chunk);
  } catch (error) {
    if (await isServerThere()) location.reload();
    throw error;
  }
}

const RETRY_AFTER_MS = 15_000;

/**
 * Loads a part that the app can do without for a while: retries until it arrives, after a while and when the device is online
 * again; undefined once `ended` aborts.
 */
export async function loadWithRetry<Module>(
  load: () => Promise<Module>,
  ended: AbortSignal,
): Promise<Module | undefined> {
  while (!ended.aborted) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_AFTER_MS);
        window.addEventListener('online', resolve, { once: true });
      });
    }
  }
  return undefined;
}

/**
 * Code that a screen does without until it is wanted: `const useRules = lateCode(() => import('./rules.ts'))`. The hook answers
 * undefined until it is loaded; a failed load is retried. Screens that are shown later have it from their first render on.
 */
export function lateCode<Module>(load: () => Promise<Module>): (isWanted: boolean) => Module | undefined {
  let loaded: Module | undefined;
  return (isWanted) => {
    const [code, setCode] = useState(() => loaded);
    useEffect(() => {
      if (code || !isWanted) return undefined;
      const ended = new AbortController();
      void loadWithRetry(load, ended.signal).then((late) => {
        loaded = late ?? loaded;
        if (late && !ended.signal.aborted) setCode(late);
      });
      return () => ended.abort();
    }, [code, isWanted]);
    return code;
  };
}

/**
 * Whether the server answers. Code that cannot be loaded then needs a reload of the page: some browsers cache the failure for
 * as long as the page lives, and a new version has other files.
 */
export async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('index.html', { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

const LEFT_VERSION = 'leftVersion';

/**
 * Whether a reload brings another version of the app: the server has one, and the tab has not been reloaded from this one for it
 * before, so that it never reloads again and again.
 */
export async function shouldTakeOtherVersion(): Promise<boolean> {
  const own = [...document.querySelectorAll('link[data-app]')].at(-1)?.getAttribute('href');
  if (!own) return false;
  try {
    const answer = await fetch('index.html', { cache: 'no-store' });
    const isOther = answer.ok && !(await answer.text()).includes(own);
    if (!isOther || sessionStorage.getItem(LEFT_VERSION) === own) return false;
    sessionStorage.setItem(LEFT_VERSION, own);
    return true;
  } catch {
    return false;
  }
}
