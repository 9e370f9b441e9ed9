import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Versioned, VersionedCache } from './versioned-cache.ts';

const WITHIN = { timeout: 30_000 };

/** A source whose responses are given by hand, so that every order of events can be tested. */
function makeSource() {
  const pending: PromiseWithResolvers<Versioned<string> | undefined>[] = [];
  let version: number | undefined = 1;
  const load = vi.fn(() => {
    const request = Promise.withResolvers<Versioned<string> | undefined>();
    pending.push(request);
    return request.promise;
  });
  const look = vi.fn(async () => version);
  const answer = async (nth: number, of: number | undefined, bytes = 10) => {
    pending[nth]?.resolve(of === undefined ? undefined : { version: of, value: `v${of}`, bytes });
    await new Promise(setImmediate);
  };
  return { load, look, answer, pending, setVersion: (next: number | undefined) => (version = next) };
}

let source: ReturnType<typeof makeSource>;
let clock = 0;
const makeCache = (limits: { maxEntries?: number; maxBytes?: number } = {}) =>
  new VersionedCache<string, string>({
    load: source.load,
    version: source.look,
    maxStaleMs: 2000,
    maxEntries: 100,
    maxBytes: 10_000,
    ...limits,
  });

beforeEach(() => {
  source = makeSource();
  clock = 1_000_000;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  return () => vi.restoreAllMocks();
});

describe('what is served', () => {
  it('loads once for all who ask at the same time, and then not at all', async () => {
    const cache = makeCache();
    const readers = [cache.get('a'), cache.get('a'), cache.get('a')];
    await source.answer(0, 1);
    expect(await Promise.all(readers)).toEqual(['v1', 'v1', 'v1']);
    expect(await cache.get('a')).toBe('v1');
    expect(source.load).toHaveBeenCalledTimes(1);
    expect(source.look).not.toHaveBeenCalled();
  });

  it('loads again after an announcement', async () => {
    const cache = makeCache();
    const first = cache.get('a');
    await source.answer(0, 1);
    await first;
    cache.announce('a', 2);
    const second = cache.get('a');
    await source.answer(1, 2);
    expect(await second).toBe('v2');
  });

  it('does not return a load that began before an announcement to a later reader', async () => {
    const cache = makeCache();
    const early = cache.get('a');
    cache.announce('a', 2);
    const late = cache.get('a');
    expect(source.load).toHaveBeenCalledTimes(2);
    await source.answer(1, 2);
    await source.answer(0, 1);
    expect(await late).toBe('v2');
    // The slower, older load neither replaces the current value nor reaches the early reader.
    expect(await early).toBe('v2');
    expect(await cache.get('a')).toBe('v2');
  });

  it('ignores an announcement of an older version', async () => {
    const cache = makeCache();
    const first = cache.get('a');
    await source.answer(0, 5);
    await first;
    cache.announce('a', 4);
    expect(await cache.get('a')).toBe('v5');
    expect(source.load).toHaveBeenCalledTimes(1);
  });

  it('ignores announcements of keys that are not cached', () => {
    const cache = makeCache();
    for (let i = 0; i < 1000; i += 1) cache.announce(`shop ${i}`, 7);
    expect(cache.size).toEqual({ entries: 0, bytes: 0 });
  });
});

describe('when announcements are lost', () => {
  const loadFirst = async (cache: VersionedCache<string, string>) => {
    const first = cache.get('a');
    await source.answer(0, 1);
    await first;
  };

  it('checks the source after two seconds, once for all readers', async () => {
    const cache = makeCache();
    await loadFirst(cache);
    source.setVersion(1);
    clock += 2000;
    expect(await Promise.all([cache.get('a'), cache.get('a')])).toEqual(['v1', 'v1']);
    expect(source.look).toHaveBeenCalledTimes(1);
    clock += 1999;
    await cache.get('a');
    expect(source.look).toHaveBeenCalledTimes(1);
  });

  it('counts the two seconds from the start of the load', async () => {
    const cache = makeCache();
    const first = cache.get('a');
    clock += 1500;
    await source.answer(0, 1);
    await first;
    clock += 500;
    await cache.get('a');
    expect(source.look).toHaveBeenCalledTimes(1);
  });

  it('loads what has changed meanwhile', async () => {
    const cache = makeCache();
    await loadFirst(cache);
    source.setVersion(2);
    clock += 2000;
    const second = cache.get('a');
    await vi.waitFor(() => expect(source.load).toHaveBeenCalledTimes(2), WITHIN);
    await source.answer(1, 2);
    expect(await second).toBe('v2');
  });

  it('checks at once when announcements may have been missed', async () => {
    const cache = makeCache();
    await loadFirst(cache);
    cache.invalidateAll();
    await cache.get('a');
    expect(source.look).toHaveBeenCalledTimes(1);
  });

  it('drops an entry whose source is gone', async () => {
    const cache = makeCache();
    await loadFirst(cache);
    source.setVersion(undefined);
    clock += 2000;
    const second = cache.get('a');
    await vi.waitFor(() => expect(source.load).toHaveBeenCalledTimes(2), WITHIN);
    await source.answer(1, undefined);
    expect(await second).toBeUndefined();
    expect(cache.size).toEqual({ entries: 0, bytes: 0 });
  });
});

describe('what it holds', () => {
  const fill = async (cache: VersionedCache<string, string>, keys: string[], bytes = 10) => {
    for (const key of keys) {
      const asked = cache.get(key);
      await source.answer(source.pending.length - 1, 1, bytes);
      await asked;
    }
  };

  it('lets go of what was not read for longest when there are too many', async () => {
    const cache = makeCache({ maxEntries: 2 });
    await fill(cache, ['a', 'b']);
    await cache.get('a');
    await fill(cache, ['c']);
    expect(cache.size).toEqual({ entries: 2, bytes: 20 });
    source.load.mockClear();
    await cache.get('a');
    expect(source.load).not.toHaveBeenCalled();
    void cache.get('b');
    expect(source.load).toHaveBeenCalledTimes(1);
  });

  it('evicts entries above its size, and still returns a value that is larger than the cache', async () => {
    const cache = makeCache({ maxBytes: 100 });
    await fill(cache, ['a', 'b'], 60);
    expect(cache.size).toEqual({ entries: 1, bytes: 60 });
    const heavy = cache.get('c');
    await source.answer(2, 1, 500);
    expect(await heavy).toBe('v1');
    expect(cache.size).toEqual({ entries: 0, bytes: 0 });
  });

  it('stores nothing for unknown keys and for failed loads', async () => {
    const cache = makeCache();
    const unknown = cache.get('unknown');
    await source.answer(0, undefined);
    expect(await unknown).toBeUndefined();
    const failing = cache.get('a');
    source.pending[1]?.reject(new Error('the database is away'));
    await expect(failing).rejects.toThrow('away');
    expect(cache.size).toEqual({ entries: 0, bytes: 0 });
    const again = cache.get('a');
    await source.answer(2, 3);
    expect(await again).toBe('v3');
  });
});
