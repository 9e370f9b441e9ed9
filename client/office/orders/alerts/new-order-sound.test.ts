import { afterEach, expect, it, vi } from 'vitest';
import { runInOneTab } from './new-order-sound.ts';

/** A minimal lock manager: one holder, the others in a queue. */
class Locks {
  #queue: Promise<unknown> = Promise.resolve();
  request(_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) {
    const turn = this.#queue.then(() => (signal.aborted ? Promise.reject(new Error('left')) : work()));
    this.#queue = turn.catch(() => {});
    return turn;
  }
}

const settle = () => new Promise((done) => setTimeout(done));

afterEach(() => vi.unstubAllGlobals());

it('runs in one tab, and in the next when that one stops', async () => {
  vi.stubGlobal('navigator', { locks: new Locks() });
  const now = new Set<string>();
  const tab = (name: string) =>
    runInOneTab('sound', () => {
      now.add(name);
      return () => now.delete(name);
    });
  const ends = [tab('first'), tab('second'), tab('third')];
  await settle();
  expect([...now]).toEqual(['first']);
  ends[1]?.();
  ends[0]?.();
  await settle();
  expect([...now]).toEqual(['third']);
  ends[2]?.();
  await settle();
  expect([...now]).toEqual([]);
});

it('runs in every tab without a lock manager', () => {
  vi.stubGlobal('navigator', {});
  const end = vi.fn();
  const begin = vi.fn(() => end);
  runInOneTab('sound', begin)();
  expect([begin.mock.calls.length, end.mock.calls.length]).toEqual([1, 1]);
});
