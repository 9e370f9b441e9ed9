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
export async function loadChunk<Module>({ name, load, retry = load }: Chunk<Module>): Promise<Module> {
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
