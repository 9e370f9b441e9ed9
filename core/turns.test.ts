import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { inTurnsOf, turnQueue } from './turns.ts';

/** Work whose beginning is noted, and that ends when it is told to. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, (failure?: Error) => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve, reject) =>
      ends.set(name, (failure) => (failure ? reject(failure) : resolve(name))),
    );
  };
  const end = async (name: string, failure?: Error) => {
    ends.get(name)?.(failure);
    await setImmediate();
  };
  return { begun, work, end };
}

it('lets accounts take turns, however much one of them has sent before', async () => {
  const queue = turnQueue({ atOnce: 1, waiting: 10 });
  const { begun, work, end } = works();
  const ofFirst = ['a1', 'a2', 'a3'].map((name) => inTurnsOf(1, () => queue(work(name))));
  const others = [inTurnsOf(2, () => queue(work('b1'))), inTurnsOf(3, () => queue(work('c1')))];
  const guest = inTurnsOf(undefined, () => queue(work('guest')));
  const failed = ofFirst[0]?.catch((error: Error) => error.message);
  await end('a1', new Error('broken'));
  expect(await failed).toBe('broken');
  // Each ends what has begun last.
  for (let nr = 0; nr < 5; nr += 1) await end(begun.at(-1)!);
  expect(begun).toEqual(['a1', 'b1', 'c1', 'guest', 'a2', 'a3']);
  await expect(Promise.all([...ofFirst.slice(1), ...others, guest])).resolves.toEqual([
    'a2',
    'a3',
    'b1',
    'c1',
    'guest',
  ]);
  // Nothing waits any more: the slot is free again.
  const last = queue(work('last'));
  await end('last');
  await expect(last).resolves.toBe('last');
});

it('refuses what one account would have waiting beyond the limit, and nothing of others', async () => {
  const queue = turnQueue({ atOnce: 1, waiting: 1 });
  const { begun, work, end } = works();
  const [running, waiting] = ['a1', 'a2'].map((name) => inTurnsOf(1, () => queue(work(name))));
  await expect(inTurnsOf(1, () => queue(work('a3')))).rejects.toMatchObject({ code: 'rate_limited' });
  const other = inTurnsOf(2, () => queue(work('b1')));
  for (const name of ['a1', 'b1', 'a2']) await end(name);
  await expect(Promise.all([running, waiting, other])).resolves.toEqual(['a1', 'a2', 'b1']);
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});
