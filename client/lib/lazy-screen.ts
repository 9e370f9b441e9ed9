import { lazy, type ComponentType, type LazyExoticComponent } from 'react';

/** Spec section 9: how long a screen may take to arrive. */
const CHUNK_TIMEOUT_MS = 120_000;

/** A screen's code did not arrive: the line is broken, or a new version replaced the one that this page was built of. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError';
}

/**
 * A screen that is fetched when it is first shown: `lazyScreen(() => import('./X.tsx'), 'X')`. Rejects with
 * ChunkLoadError when it cannot be fetched, or not within 120000 ms. Spec section 8.
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyExoticComponent<ComponentType> {
  return lazy(async () => ({ default: (await withinTime(load(), name))[name] }));
}

async function withinTime<Module>(loading: Promise<Module>, name: string): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    const late = new ChunkLoadError(`Loading chunk ${name} failed. (timeout)`);
    timer = setTimeout(() => reject(late), CHUNK_TIMEOUT_MS);
  });
  const failed = loading.catch((error: unknown) => {
    throw new ChunkLoadError(`Loading chunk ${name} failed.`, { cause: error });
  });
  return Promise.race([failed, tooLate]).finally(() => clearTimeout(timer));
}
